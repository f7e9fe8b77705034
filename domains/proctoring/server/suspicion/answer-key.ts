/** An answer as it is compared: whole, whatever the order of its parts; texts without what nobody sees. */
import { type Answer, isBlank } from '@kaopei/question/contract/answer'

export function answerKey(answer: Answer | null): string | null {
  if (answer === null || isBlank(answer)) return null
  switch (answer.type) {
    case 1:
    case 3:
      return answer.optionId
    case 2:
      return answer.optionIds.toSorted().join('|')
    case 4:
      return entriesOf(answer.texts, (text) => text.normalize('NFKC').replace(/\s+/g, '').toLowerCase())
    case 7:
      return entriesOf(answer.choices, (choice) => choice)
    default:
      return null
  }
}

function entriesOf(given: Readonly<Record<string, string>>, read: (value: string) => string): string {
  return Object.entries(given)
    .map(([name, value]) => `${name}=${read(value)}`)
    .sort()
    .join('|')
}
