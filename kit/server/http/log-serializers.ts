import { maskContactsIn } from '@kaopei/contract'
import { stdSerializers } from 'pino'

/** PostgreSQL's errors carry the row or the values that they are about: people's names, phones, hashes. */
const carriesRows: ReadonlySet<string> = new Set(['detail', 'internalQuery', 'query', 'parameters'])

/**
 * An error as it may be written into a log: everything about what went wrong, nothing of what people have stored. Other people's servers
 * like to repeat the phone or the address that they refuse.
 */
function errorForLog(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  return maskContactsIn(Object.fromEntries(Object.entries(stdSerializers.err(error)).filter(([name]) => !carriesRows.has(name))))
}

export const logSerializers = { err: errorForLog }
