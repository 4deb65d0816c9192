import { node } from './config/eslint.js';

// Scripts speak on the terminal and start other programs with an environment.
export default [...node, { rules: { 'no-console': 'off', 'no-restricted-properties': 'off' } }];
