/** An answer in a line or two, as whoever looks at a replay reads it; options by the letters that the candidate saw. */
import type { Answer } from '@kaopei/question/contract/answer'

const longest = 2000

export function answerWords(answer: Answer, optionOrder: readonly string[]): string {
  const letter = (optionId: string) => {
    const place = optionOrder.indexOf(optionId)
    return place < 0 ? optionId : String.fromCharCode(65 + place)
  }
  switch (answer.type) {
    case 1:
      return answer.optionId === null ? '（空）' : letter(answer.optionId)
    case 2:
      return answer.optionIds.length === 0 ? '（空）' : answer.optionIds.map(letter).sort().join('')
    case 3:
      return answer.optionId === null ? '（空）' : answer.optionId === 'true' ? '正确' : '错误'
    case 4:
      return Object.values(answer.texts).join('；').slice(0, longest)
    case 5:
      return answer.source.slice(0, longest)
    case 6:
      return answer.text.replace(/<[^<>]*>/g, '').slice(0, longest)
    case 7:
      return Object.values(answer.choices).map(letter).join('；')
  }
}
