import { runAll, type Step } from './run.ts'

// Format, lint, types, fences, dead code, stale files, lock file: everything about the code that needs no running product.
export const checkSteps: readonly Step[] = [
  { name: 'format and lint (biome)', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  { name: 'types (TypeScript 7)', command: 'node', args: ['node_modules/ts7/bin/tsc', '--noEmit'] },
  { name: 'fences between rooms (dependency-cruiser)', command: 'node', args: ['tools/fences.ts'] },
  { name: 'writes at home', command: 'node', args: ['tools/writes.ts'] },
  { name: 'dead code (knip)', command: 'knip', args: ['--no-progress'] },
  { name: 'generated database files', command: 'node', args: ['tools/db-types.ts', '--check'] },
  { name: 'lock file (npm ci --dry-run)', command: 'npm', args: ['ci', '--dry-run', '--ignore-scripts', '--loglevel=error'] },
]

if (import.meta.main) process.exitCode = (await runAll('check', checkSteps)) ? 0 : 1
