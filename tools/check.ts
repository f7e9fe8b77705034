import { runAll, type Step } from './run.ts'

// Format, lint, types, fences, dead code, stale files, lock file: everything about the code that needs no running product.
export const checkSteps = [
  // Each checker infers for itself what all of them need: four of them take 75 processor seconds, two 56, one 42.
  { name: 'types (TypeScript 7)', mark: 'types', command: 'npm', args: ['run', '--silent', 'types'] },
  { name: 'format and lint (biome)', mark: 'biome', command: 'biome', args: ['check', '--error-on-warnings', '.'] },
  { name: 'fences between rooms (dependency-cruiser)', mark: 'fences', command: 'node', args: ['tools/fences.ts'] },
  { name: 'writes at home', mark: 'writes', command: 'node', args: ['tools/writes.ts'] },
  { name: 'rows read with their schemas', mark: 'reads', command: 'node', args: ['tools/reads.ts'] },
  // Beside the modules it keeps what each file imports and exports: half of the work, 20 processor seconds become 10.
  { name: 'dead code (knip)', mark: 'knip', command: 'knip', args: ['--no-progress', '--cache'] },
  { name: 'generated database files', mark: 'db', command: 'node', args: ['tools/db-types.ts', '--check'] },
  {
    name: 'lock file (npm ci --dry-run)',
    mark: 'lock',
    command: 'npm',
    args: ['ci', '--dry-run', '--ignore-scripts', '--loglevel=error'],
  },
] as const satisfies readonly Step[]

/** Two beside each other: most of them use one processor, or wait. */
const lanes = [0, 1].map((lane) => checkSteps.filter((_, index) => index % 2 === lane))

if (import.meta.main) process.exitCode = (await runAll('check', lanes)) ? 0 : 1
