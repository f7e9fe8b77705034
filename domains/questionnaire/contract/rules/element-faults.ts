import type { Element } from '../definition.ts'
import type { EditorFault, FaultWish } from './editor-faults.ts'

/** What an element's own settings contradict, and what it must not be here. */
export function elementFaults(element: Element, { isAnonymous, isByLink }: FaultWish): EditorFault[] {
  const at = { elementId: element.id }
  const range = rangeFault(element)
  return [
    ...(range === undefined ? [] : [{ code: 'ranges' as const, message: range, ...at }]),
    ...(element.kind === 'file' && isAnonymous
      ? [{ code: 'notAnonymous' as const, message: '匿名问卷不能上传文件：文件会透露上传的人，请删除此题', ...at }]
      : []),
    ...(element.kind === 'file' && isByLink
      ? [{ code: 'notByLink' as const, message: '通过链接答卷的人没有账号，不能上传文件，请删除此题', ...at }]
      : []),
  ]
}

const inverted = (low: number | string | undefined, high: number | string | undefined) =>
  low !== undefined && high !== undefined && low > high

function rangeFault(element: Element): string | undefined {
  switch (element.kind) {
    case 'multiple': {
      const { min, max, options } = element
      if (min !== undefined && min > options.length) return `最少选择 ${min} 项，但只有 ${options.length} 个选项`
      return max !== undefined && max > 0 && inverted(min, max) ? '最少选择的项数大于最多选择的项数' : undefined
    }
    case 'text':
      return inverted(element.minLength, element.maxLength) ? '最少字数大于最多字数' : undefined
    case 'number':
      return inverted(element.min, element.max) ? '最小值大于最大值' : undefined
    case 'date':
      return inverted(element.min, element.max) ? '最早日期晚于最晚日期' : undefined
    case 'slider':
      if (element.min >= element.max) return '最小值应小于最大值'
      return element.step > element.max - element.min ? '步长大于整个范围' : undefined
    case 'ranking':
      return element.places !== undefined && element.places > element.options.length
        ? `要排出 ${element.places} 位，但只有 ${element.options.length} 个选项`
        : undefined
    default:
      return undefined
  }
}
