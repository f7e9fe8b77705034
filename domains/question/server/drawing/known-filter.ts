import { type Db, missingIds } from '@kaopei/server'
import type { DrawFilter } from '../../contract/draw-filter.ts'

const tables = {
  bankIds: 'question.bank',
  categoryIds: 'question.category',
  knowledgePointIds: 'question.knowledge_point',
} as const
const names = ['bankIds', 'categoryIds', 'knowledgePointIds'] as const

/** The first part of these filters that names something that is not there, or another company's. */
export async function unknownInFilters(db: Db, filters: readonly DrawFilter[]): Promise<(typeof names)[number] | undefined> {
  for (const name of names) {
    const ids = filters.flatMap((filter) => filter[name] ?? [])
    if ((await missingIds(db, tables[name], ids)).length > 0) return name
  }
  return undefined
}
