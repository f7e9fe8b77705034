import type { z } from 'zod'

type RawIssue = z.core.$ZodRawIssue

const formats: Readonly<Record<string, string>> = {
  email: '邮箱',
  url: '网址',
  uuid: '编号',
  datetime: '时间',
  date: '日期',
  time: '时间',
  duration: '时长',
  ipv4: 'IP 地址',
  ipv6: 'IP 地址',
  json_string: '数据',
}

const kinds: Readonly<Record<string, string>> = {
  string: '文字',
  number: '数字',
  int: '整数',
  bigint: '整数',
  boolean: '是或否',
  date: '时间',
  array: '列表',
  object: '一组内容',
  record: '一组内容',
  file: '文件',
}

/** What is wrong, in words for a person, wherever a schema says nothing of its own: the protocol speaks Chinese in every answer. */
export function issueText(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? '请填写此项'
        : `格式不正确，应为${kinds[issue.expected] ?? '另一种内容'}`
    case 'too_big':
      return boundText(issue.origin, issue.maximum, issue.inclusive === false ? '须小于' : '不能大于', '不能超过')
    case 'too_small':
      return boundText(issue.origin, issue.minimum, issue.inclusive === false ? '须大于' : '不能小于', '不能少于')
    case 'invalid_format':
      return `${formats[issue.format] ?? ''}格式不正确`
    case 'not_multiple_of':
      return `须为 ${issue.divisor} 的倍数`
    case 'invalid_value':
      return '请选择列出的选项'
    case 'unrecognized_keys':
      return '含有不认识的内容，请刷新页面后重试'
    case 'invalid_key':
    case 'invalid_element':
    case 'invalid_union':
    case 'custom':
      return '填写的内容不正确，请检查后重试'
    default:
      return '填写的内容不正确，请检查后重试'
  }
}

function boundText(origin: string, bound: number | bigint, number: string, size: string): string {
  switch (origin) {
    case 'string':
      return `${size} ${bound} 个字符`
    case 'array':
    case 'set':
    case 'map':
    case 'record':
      return `${size} ${bound} 项`
    case 'file':
      return `${size} ${bound} 字节`
    case 'date':
      return '时间超出范围'
    default:
      return `${number} ${bound}`
  }
}
