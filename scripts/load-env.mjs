// Preloaded by the npm scripts that run the product. Loads `.env` if it exists; variables that are already
// set win, even if empty. Tests run the same programs without it, so that they never use a developer's keys.
import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile('.env');
