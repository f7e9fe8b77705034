import type { Answers } from '@kaopei/questionnaire/contract/answers'
import type { DefinitionInput, ElementInput } from '@kaopei/questionnaire/contract/definition'
import { questionnaire } from '@kaopei/questionnaire/contract/questionnaire'
import type { Company } from './company.ts'
import type { RawClient } from './raw-client.ts'

const letters = ['a', 'b', 'c', 'd', 'e'] as const
const options = letters.map((id) => ({ id, text: `选项 ${id}` }))
const below = (limit: number) => Math.floor(Math.random() * limit)
const oneOf = <Item>(items: readonly Item[]): Item | undefined => items[below(items.length)]

/** 60 questions of the kinds that surveys have; every fourth is asked only of some. */
export function sixtyQuestions(): DefinitionInput {
  const elements = Array.from({ length: 60 }, (_, index): ElementInput => {
    const base = { id: `q${index}`, title: `第 ${index + 1} 题` }
    const showIf =
      index % 4 === 3
        ? { showIf: { question: 'q0', is: 'anyOf' as const, options: ['a', 'b', 'c'].slice(0, 1 + (index % 3)) } }
        : {}
    if (index % 10 === 4) return { ...base, ...showIf, kind: 'multiple', options }
    if (index % 10 === 5) return { ...base, ...showIf, kind: 'rating' }
    if (index % 10 === 6) return { ...base, ...showIf, kind: 'nps' }
    if (index % 20 === 7) return { ...base, ...showIf, kind: 'text' }
    if (index % 20 === 17) return { ...base, ...showIf, kind: 'number', min: 0, max: 100 }
    return { ...base, ...showIf, kind: 'single', options }
  })
  return {
    pages: Array.from({ length: 6 }, (_, page) => ({ id: `p${page}`, elements: elements.slice(page * 10, page * 10 + 10) })),
  }
}

/** Somebody's answers to the sixty; one in ten is left out. */
export function someAnswers(): Answers {
  const given = sixtyQuestions().pages.flatMap(({ elements }) =>
    elements.flatMap((element): [string, Answers[string]][] => {
      if (Math.random() < 0.1 && element.id !== 'q0') return []
      if (element.kind === 'multiple') return [[element.id, { choices: letters.filter(() => Math.random() < 0.4) }]]
      if (element.kind === 'rating') return [[element.id, 1 + below(5)]]
      if (element.kind === 'nps') return [[element.id, below(11)]]
      if (element.kind === 'number') return [[element.id, below(101)]]
      if (element.kind === 'text') return [[element.id, `建议多安排现场演练 ${below(1000)}`]]
      return [[element.id, { choices: [oneOf(letters) ?? 'a'] }]]
    }),
  )
  return Object.fromEntries(given)
}

/** Published for every employee. */
export async function publishedFor(
  client: RawClient,
  { admin }: Company,
  definition: DefinitionInput,
  settings: { isAnonymous?: boolean } = {},
): Promise<string> {
  const { data: made } = await client.get(admin, questionnaire.addOrUpdate, { name: '压测问卷', ...settings })
  const { data: saved } = await client.get(admin, questionnaire.saveDefinition, { ...made, definition })
  await client.get(admin, questionnaire.publish, { id: made.id, version: saved.version })
  return made.id
}
