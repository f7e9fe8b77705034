import type { World } from '@kaopei/server/testing'
import { allLogWords } from '../../log-words.ts'

type Logged = { readonly path: string; readonly before: unknown; readonly after: unknown }

/** Fields of logged changes for which no room has a word: whoever reads the log would find them as the program calls them. */
export async function wordlessFields(world: World): Promise<string[]> {
  const rows = await world.rows<Logged>('select path, before, after from kit.operation_log where path is not null')
  const found = rows.flatMap(({ path, before, after }) =>
    [...wordless(before), ...wordless(after)].map((field) => `${path}: ${field}`),
  )
  return [...new Set(found)].sort()
}

function wordless(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(wordless)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, item]) => [
    // Some are kept in words already.
    ...(field in allLogWords || /\p{Script=Han}/u.test(field) ? [] : [field]),
    ...wordless(item),
  ])
}
