/** Longest wait, in ms, that needs no reason. */
const MAX_MS = 200;

const MESSAGE = `Advance a clock, or wait for what happens. A real wait above ${MAX_MS} ms needs its reason: // waits: …`;

const REASON = /^\s*waits: \S/;

/** @returns the value of an expression, or an upper bound; undefined if the file does not show it. */
function valueOf(node, constants) {
  if (!node) return 0;
  if (node.type === 'Literal') return node.value;
  if (node.type === 'Identifier') return constants.get(node.name);
  if (node.type === 'BinaryExpression' && node.operator === '*')
    return valueOf(node.left, constants) * valueOf(node.right, constants);
  if (node.type === 'CallExpression' && node.callee.property?.name === 'min')
    return node.arguments.map((each) => valueOf(each, constants)).find((value) => value <= MAX_MS);
  return undefined;
}

/** Rejects a timer of real time in a test or its support, unless a comment on its line or the one above gives a reason. */
const waitsHaveReasons = {
  create(context) {
    const code = context.sourceCode;
    if (code.text.includes('useFakeTimers')) return {};
    const constants = new Map();
    /** Local names of `setTimeout` of `node:timers/promises`, whose first argument is the time. */
    const promised = new Set();
    const lines = new Set();
    return {
      Program() {
        for (const { value, loc } of code.getAllComments())
          if (REASON.test(value)) for (const line of [0, 1]) lines.add(Number(loc.end.line) + line);
      },
      ImportDeclaration({ source, specifiers }) {
        if (!/^(?:node:)?timers\/promises$/.test(source.value)) return;
        for (const { imported, local } of specifiers) if (imported?.name === 'setTimeout') promised.add(local.name);
      },
      VariableDeclarator({ id, init }) {
        if (id.type === 'Identifier' && init) constants.set(id.name, valueOf(init, constants));
      },
      CallExpression(node) {
        const { callee } = node;
        const isGlobal = callee.object === undefined || /^(?:globalThis|window)$/.test(callee.object.name);
        const name = callee.name ?? callee.property?.name;
        const isPromised = promised.has(callee.name) || name === 'waitForTimeout';
        if (!isPromised && !(name === 'setTimeout' && isGlobal)) return;
        const ms = valueOf(node.arguments[isPromised ? 0 : 1], constants);
        if (!(ms <= MAX_MS) && !lines.has(node.loc.start.line)) context.report({ node, message: MESSAGE });
      },
    };
  },
};

export default { meta: { name: 'waits' }, rules: { reason: waitsHaveReasons } };
