import { requiredText } from '@kaopei/contract'

/** Letters that look like English ones and are others: with `а` of another alphabet there could be a second “admin”. */
const lookAlike =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}ıɑɡ]|\p{Cf}/u

/** One account, one way of writing: full-width letters and digits are the plain ones. */
export const plainLoginAccount = (typed: string) => typed.normalize('NFKC')

/** What is wrong with a login account that somebody chooses; undefined when nothing is. */
export function loginAccountProblem(account: string): string | undefined {
  if (/[\s,，;；]/.test(account)) return '登录账号不能含有空格、逗号或分号'
  return lookAlike.test(account) ? '登录账号不能含有形似英文字母的其他文字或不可见字符' : undefined
}

/** A login account as somebody types it for a person. */
export const loginAccountInput = requiredText(50, '登录账号')
  .overwrite(plainLoginAccount)
  .superRefine((account, { addIssue }) => {
    const problem = loginAccountProblem(account)
    if (problem !== undefined) addIssue(problem)
  })
