import type { Answers, Person } from '../../contract/answers.ts'
import type { Definition } from '../../contract/definition.ts'
import { visibleIn } from '../../contract/rules/visible-in.ts'

/** What is handed in: answers to what shows, and nothing that was answered before it was hidden. */
export function keptAnswers(definition: Definition, answers: Answers, person: Person): Record<string, Answers[string]> {
  return { ...visibleIn(definition, answers, person).kept }
}
