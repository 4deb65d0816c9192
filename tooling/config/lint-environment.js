/** @returns whether `node` is `process`, also as a property (`globalThis.process`). */
const isProcess = (node) =>
  (node.type === 'Identifier' && node.name === 'process') ||
  (node.type === 'MemberExpression' && nameOf(node) === 'process');

const nameOf = ({ property, computed }) => (computed ? property.value : property.name);

const MESSAGE = 'Read the environment only in config.ts.';

/** Rejects every way of reading the environment: `process.env`, `globalThis.process.env`, `import { env }`, `import.meta.env`. */
const environmentOnlyInConfig = {
  create(context) {
    const report = (node) => context.report({ node, message: MESSAGE });
    return {
      MemberExpression(node) {
        if (nameOf(node) === 'env' && (node.object.type === 'MetaProperty' || isProcess(node.object))) report(node);
      },
      ImportDeclaration(node) {
        if (!/^(?:node:)?process$/.test(node.source.value)) return;
        for (const part of node.specifiers) if (part.imported?.name === 'env') report(part);
      },
      VariableDeclarator({ id, init }) {
        if (id.type !== 'ObjectPattern' || !init || !isProcess(init)) return;
        for (const part of id.properties) if (part.key?.name === 'env') report(part);
      },
    };
  },
};

export default { meta: { name: 'despacho' }, rules: { 'environment-in-config-alone': environmentOnlyInConfig } };
