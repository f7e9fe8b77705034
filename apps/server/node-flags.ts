/**
 * How Node runs a part. V8 lets the nursery of new objects grow to 48 MB before it cleans up, which a worker's long exports use up to the last; a
 * smaller one costs them nothing that could be measured, and keeps their memory down. A server keeps it: the objects of calls that are under way at
 * once outlive a small nursery and are copied, a third of its time under reports of playing (docs/decisions/2026-11-27-nursery.md). A worker also
 * collects before its heap has grown by more than three fifths: V8 alone lets it triple, which an export of a million rows does for nothing.
 * Exports, and a server that takes a large file in, may ask it to collect sooner. What Node calls experimental (blanking out types) is pinned with
 * Node itself, and a warning of it says nothing to whoever reads the log.
 */
export function nodeFlags(role: string): string[] {
  return [
    `--max-semi-space-size=${role === 'server' ? 16 : 4}`,
    '--disable-warning=ExperimentalWarning',
    '--expose-gc',
    ...(role === 'worker' ? ['--heap-growing-percent=60'] : []),
  ]
}
