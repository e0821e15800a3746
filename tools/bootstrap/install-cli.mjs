// Installs the dependencies when they are not those of package-lock.json.
import { ensureInstalled } from './install.mjs';
import { main } from './run.mjs';

await main(() => ensureInstalled());
