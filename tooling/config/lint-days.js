const MESSAGE =
  'Use officeDay for the day of an instant, and addDays for another day. Anything else needs its reason: // day: …';

const REASON = /^[\s*]*day: \S/;

/** Methods that read, write or print a day by the machine's or another clock. */
const OF_DATE = /^(?:get|set)(?:UTC)?(?:Date|Day)$|^to(?:Locale)?DateString$/;
/** A date with a time, as `new Date` reads it. */
const DATE_TEXT = /T(?:00|12):00/;
/** The reason within a statement of several lines. */
const SQL_REASON = /-- day: \S/;
/** SQL that makes a day of an instant or of another day. */
const SQL_DAY = /::date\b|\bcurrent_date\b|\bdate_trunc\s*\(\s*'day'|\bcast\s*\([^)]*\bas\s+date\s*\)/i;

const isTextOfDay = (node) =>
  node?.type === 'TemplateLiteral' &&
  node.quasis.some(({ value }) => DATE_TEXT.test(value.raw)) &&
  node.expressions.length > 0;

/**
 * Rejects days that are computed without `officeDay`, unless a comment on their line or the one above gives a reason,
 * or one on the first line of a file about the calendar.
 */
const daysHaveReasons = {
  create(context) {
    const code = context.sourceCode;
    const lines = new Set();
    let isCalendar = false;
    const report = (node) => {
      if (!isCalendar && !lines.has(node.loc.start.line)) context.report({ node, message: MESSAGE });
    };
    const reportText = (node, text) => {
      const found = SQL_DAY.test(text);
      if (found && !SQL_REASON.test(text)) report(node);
    };
    return {
      Program() {
        for (const { value, loc } of code.getAllComments())
          if (REASON.test(value)) {
            isCalendar ||= loc.start.line === 1;
            for (const line of [0, 1]) lines.add(Number(loc.end.line) + line);
          }
      },
      CallExpression(node) {
        const { callee } = node;
        const name = callee.property?.name;
        if (OF_DATE.test(name ?? '')) report(node);
        const cuts = /^(?:slice|substring|split)$/.test(name ?? '');
        if (cuts && callee.object.type === 'CallExpression' && callee.object.callee.property?.name === 'toISOString')
          report(node);
        if (callee.object?.name === 'Date' && name === 'parse' && isTextOfDay(node.arguments[0])) report(node);
      },
      NewExpression(node) {
        if (node.callee.name === 'Date' && isTextOfDay(node.arguments[0])) report(node);
      },
      TemplateElement(node) {
        reportText(node, node.value.raw);
      },
      Literal(node) {
        if (typeof node.value === 'string') reportText(node, node.value);
      },
    };
  },
};

export default { meta: { name: 'days' }, rules: { reason: daysHaveReasons } };
