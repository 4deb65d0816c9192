import { answerTasks } from '#platform/threads/answer-tasks.ts';
import { lowerPriority } from '#platform/threads/lower-priority.ts';
import { computeRoutes, type RouteTask } from './compute-routes.ts';

/* Computes routes: the thread that answers requests stays free. */

lowerPriority();

answerTasks((task: RouteTask) => computeRoutes(task));
