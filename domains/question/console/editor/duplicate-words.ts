import { type DuplicateQuestion, mostDuplicates } from '../../contract/question.ts'

const mostNamed = 3
const mostCharacters = 40

/** Which questions say the same, where they are and whether they have the same key, as far as one may know. */
export function duplicateWords(duplicates: readonly DuplicateQuestion[]): string {
  const { length } = duplicates
  const named = duplicates.slice(0, mostNamed).map(nameOf).join('；')
  const count = length < mostDuplicates ? `${length} 道` : `${mostDuplicates} 道以上`
  const others = length > mostNamed ? '等；其余可在试题列表中按题干查找' : ''
  return `已有内容相同的试题 ${count}：${named}${others}。仍要保存吗？`
}

function nameOf({ stemText, bankName, hasSameKey }: DuplicateQuestion): string {
  const stem = stemText.length > mostCharacters ? `${stemText.slice(0, mostCharacters)}…` : stemText
  const key = hasSameKey === null ? '' : hasSameKey ? '，答案相同' : '，答案不同'
  return `“${stem}”（题库“${bankName}”${key}）`
}
