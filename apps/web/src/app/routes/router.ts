import { createBrowserRouter } from 'react-router-dom';
import { routes } from './routes.tsx';

const basename = new URL(document.baseURI).pathname;

export const router = createBrowserRouter(routes, { basename });
