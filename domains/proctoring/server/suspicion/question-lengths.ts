import type { QuestionContent } from '@kaopei/question/contract/question-content'
import { contentsOf, plainText } from '@kaopei/question/server'
import type { Db } from '@kaopei/server'

/** Characters that have to be read of each question version: its stem and its options. */
export async function questionLengths(db: Db, versionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const contents = await contentsOf(db, versionIds)
  return new Map([...contents].map(([versionId, content]) => [versionId, lengthOf(content)]))
}

function lengthOf(content: QuestionContent): number {
  const options = 'options' in content ? content.options.map(({ html }) => html) : []
  return [content.stem, ...options].reduce((sum, html) => sum + plainText(html).trim().length, 0)
}
