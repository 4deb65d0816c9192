import { node } from '@despacho/tooling/eslint';

// Tests start programs with an environment, and speak through the browser's console.
export default [...node, { rules: { 'no-console': 'off', 'no-restricted-properties': 'off' } }];
