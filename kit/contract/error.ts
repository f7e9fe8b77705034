/** A declared business failure. `code` is what goes over the wire; 6004 shows as a modal, 4007 is silent, all others are toasts. */
export interface ErrorDef<Name extends string = string> {
  readonly name: Name
  readonly code: number
  readonly text: string
}

/**
 * Declares the failures of one subject. Names are prefixed with the subject, so that `staff` + `accountTaken` is `staff.accountTaken`.
 * Codes between 2000 and 3999 are unique in the whole product; the server refuses to start otherwise.
 */
export function errors<const Subject extends string, const Table extends Record<string, { code: number; text: string }>>(
  subject: Subject,
  table: Table,
): { readonly [Key in keyof Table & string]: ErrorDef<`${Subject}.${Key}`> } {
  const defs: Record<string, ErrorDef> = {}
  for (const [key, { code, text }] of Object.entries(table)) defs[key] = { name: `${subject}.${key}`, code, text }
  return defs as { readonly [Key in keyof Table & string]: ErrorDef<`${Subject}.${Key}`> } // the loop above builds exactly these keys
}

/** The failures that the protocol itself knows. Every endpoint may answer them without declaring them. */
export const protocolErrors = {
  invalid: { name: 'invalid', code: 1001, text: '填写的内容有误，请检查后重试' },
  noPermission: { name: 'noPermission', code: 1002, text: 'no permission' },
  noSession: { name: 'noSession', code: 1003, text: '请先登录' },
  sessionExpired: { name: 'sessionExpired', code: 10004, text: '登录已过期，请重新登录' },
  sessionEnded: { name: 'sessionEnded', code: 5002, text: '您的登录已在别处结束，请重新登录' },
  badSignature: { name: 'badSignature', code: 1004, text: '请求签名无效，请刷新页面后重试' },
  clockOff: { name: 'clockOff', code: 1005, text: '时间不同步，正在按服务器时间校准' },
  tooMany: { name: 'tooMany', code: 1006, text: '操作过于频繁，请稍后再试' },
  changed: { name: 'changed', code: 1007, text: '数据已被他人修改，请核对最新内容后再保存' },
  notFound: { name: 'notFound', code: 1008, text: '内容不存在或已被删除' },
  repeated: {
    name: 'repeated',
    code: 2670,
    text: '这次提交已经处理过，没有重复执行。请刷新页面查看结果；需要再次提交时，请重新操作一次',
  },
  silent: { name: 'silent', code: 4007, text: '' },
  unexpected: { name: 'unexpected', code: 9999, text: '系统出现未知错误，请联系管理员' },
} as const satisfies Record<string, ErrorDef>
