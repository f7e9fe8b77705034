/** The specification's flat list of questions, and the pages it stands for. */
import { type Definition, type DefinitionInput, definition, type QuestionEntry } from '../../contract/definition.ts'

/** Entries in order; those of kind `page` begin one. The ids stand outside. What is not well-formed is told by the schema of definitions. */
export function definitionOfList(entries: readonly QuestionEntry[], rest: Pick<Definition, 'quotas' | 'endText'>) {
  const pages: { id: string; elements: unknown[] }[] = []
  for (const { questionId: id, questionInput } of entries) {
    if (questionInput.kind === 'page') {
      pages.push({ ...questionInput, id, elements: [] })
      continue
    }
    const last = pages.at(-1)
    const page = last ?? { id: 'p1', elements: [] }
    if (!last) pages.push(page)
    page.elements.push({ ...questionInput, id })
  }
  return definition.safeParse({ ...rest, pages: pages.length > 0 ? pages : [{ id: 'p1', elements: [] }] })
}

export function listOfDefinition({ pages }: Definition): QuestionEntry[] {
  return pages.flatMap(({ id, elements, ...facts }) => [
    { questionId: id, questionInput: { kind: 'page' as const, ...facts } },
    ...elements.map(({ id: questionId, ...questionInput }) => ({ questionId, questionInput })),
  ])
}

export const emptyDefinition: Definition = definition.parse({ pages: [{ id: 'p1', elements: [] }] } satisfies DefinitionInput)
