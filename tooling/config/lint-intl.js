const LOCALE =
  'Text of Intl is for people, who read Spanish. Read dates and times as data from zoned-parts.ts or zoned-time.ts.';
const TEXT =
  'Text of Intl depends on the browser: take data from its parts (zoned-parts.ts, zoned-time.ts) or from its source.';

const FORMATTERS = /^(?:DateTimeFormat|NumberFormat|RelativeTimeFormat)$/;
const FORMATS = /^(?:format|formatRange|toLocale(?:Date|Time)?String)$/;
const READERS = /^(?:Number|parseInt|parseFloat|BigInt|parse|Date)$/;
const COMPARISON = /^[=!]==?$|^[<>]=?$/;

const nameOf = ({ name, property }) => name ?? property?.name;

/** @returns whether an expression is text that `Intl` formatted, or that a function named after it returned. */
function isFormatted(node) {
  if (node?.type !== 'CallExpression') return false;
  const name = nameOf(node.callee) ?? '';
  return node.callee.property ? FORMATS.test(name) : /^format(?:[A-Z]|$)/.test(name);
}

/** @returns whether a program reads the value of an expression, instead of showing it. */
function isRead(node) {
  const { parent } = node;
  switch (parent.type) {
    case 'MemberExpression':
      return parent.object === node;
    case 'BinaryExpression':
      return COMPARISON.test(parent.operator);
    case 'SwitchStatement':
      return true;
    case 'VariableDeclarator':
      return parent.id.type === 'ArrayPattern';
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee !== node && READERS.test(nameOf(parent.callee) ?? '');
    default:
      return false;
  }
}

/** Rejects reading, comparing or taking apart text that `Intl` formatted, and locales that were chosen to be read. */
const textIsForPeople = {
  create(context) {
    const checkLocale = (node, locale) => {
      if (locale?.type === 'Literal' && !String(locale.value).startsWith('es'))
        context.report({ node, message: LOCALE });
    };
    return {
      NewExpression(node) {
        if (FORMATTERS.test(nameOf(node.callee) ?? '')) checkLocale(node, node.arguments[0]);
      },
      CallExpression(node) {
        if (FORMATTERS.test(nameOf(node.callee) ?? '') || /^toLocale\w*String$/.test(nameOf(node.callee) ?? ''))
          checkLocale(node, node.arguments[0]);
        if (isFormatted(node) && isRead(node)) context.report({ node, message: TEXT });
      },
      VariableDeclarator(node) {
        if (node.id.type !== 'Identifier' || !isFormatted(node.init)) return;
        for (const { references } of context.sourceCode.getDeclaredVariables(node))
          for (const { identifier } of references)
            if (identifier !== node.id && isRead(identifier)) context.report({ node: identifier, message: TEXT });
      },
    };
  },
};

export default { meta: { name: 'intl' }, rules: { 'text-is-for-people': textIsForPeople } };
