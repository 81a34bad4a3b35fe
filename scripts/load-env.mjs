// Preloaded by the npm scripts that run the product: the settings of `.env`, where there is one. What is set already wins, even if it is
// empty. Tests run the same programs without it, so that nobody's own keys get into them.
import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile('.env');
