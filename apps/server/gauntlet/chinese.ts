/** The one text that the specification gives in English, and names that have no Chinese form. */
const whole = new Set(['', 'no permission'])
const known =
  /\b(yyyy|MM|dd|HH|mm|ss|IP|URL|ID|PDF|IANA|UTF|GB18030|zh|en|HTTPS?|SMTP|AppKey|AppSecret|AgentId|CorpId|Chrome|M|xlsx?|csv|docx?|pptx?|png|jpe?g|gif|svg|html?|mp[34]|wav|zip)\b/gi

/** What a failed call says that is no Chinese sentence: its message, and those of its fields. */
export function notChinese(body: string): string[] {
  const answer = parsed(body)
  if (typeof answer !== 'object' || answer === null || Reflect.get(answer, 'code') === 0) return []
  const data: unknown = Reflect.get(answer, 'data')
  const fields: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'fields') : undefined
  const texts = [answer, ...(Array.isArray(fields) ? fields : [])].map((one: unknown) =>
    typeof one === 'object' && one !== null ? Reflect.get(one, 'message') : one,
  )
  return texts.flatMap((text: unknown) => (typeof text === 'string' && isChinese(text) ? [] : [String(text)]))
}

export function isChinese(text: string): boolean {
  if (whole.has(text)) return true
  return /\p{Script=Han}/u.test(text) && !/[A-Za-z]{2,}/.test(text.replace(known, ''))
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined // a file
  }
}
