import { type Element, type ElementKind, element } from '../../contract/definition.ts'

const letters = '0123456789abcdefghijklmnopqrstuvwxyz'

/** For life and unlike any other of its questionnaire: 50 bits. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return [...bytes].map((byte) => letters[byte % letters.length]).join('')
}

const options = (...texts: string[]) => texts.map((text) => ({ id: newId(), text }))
const three = () => options('选项 1', '选项 2', '选项 3')
const rows = () => options('行 1', '行 2', '行 3')
const satisfied = () => options('非常不满意', '不满意', '一般', '满意', '非常满意')

/** What a new element of each kind begins with: whole, so that it can be answered at once. */
export function newElement(kind: ElementKind): Element {
  const id = newId()
  const base = { id, kind, title: titles[kind] }
  switch (kind) {
    case 'single':
    case 'multiple':
    case 'dropdown':
    case 'ranking':
      return element.parse({ ...base, options: three() })
    case 'matrixSingle':
    case 'matrixMultiple':
      return element.parse({ ...base, rows: rows(), columns: satisfied() })
    case 'matrixRating':
      return element.parse({ ...base, rows: rows() })
    case 'nps':
      return element.parse({ ...base, lowLabel: '完全不可能', highLabel: '非常可能' })
    case 'rating':
      return element.parse({ ...base, lowLabel: '非常不满意', highLabel: '非常满意' })
    default:
      return element.parse(base)
  }
}

const titles: Readonly<Record<ElementKind, string>> = {
  single: '请选择一项',
  multiple: '请选择一项或多项',
  dropdown: '请选择',
  text: '请填写',
  number: '请填写数字',
  date: '请选择日期',
  rating: '请评分',
  nps: '您有多大可能向同事推荐？',
  slider: '请拖动滑块',
  matrixSingle: '请对以下各项作出评价',
  matrixMultiple: '以下各项分别符合哪些情况？',
  matrixRating: '请为以下各项评分',
  ranking: '请按重要程度排序',
  file: '请上传文件',
  consent: '请阅读以下内容',
  note: '说明',
}

export const kindGroups: readonly { readonly title: string; readonly kinds: readonly ElementKind[] }[] = [
  { title: '选择', kinds: ['single', 'multiple', 'dropdown', 'ranking'] },
  { title: '填写', kinds: ['text', 'number', 'date', 'file'] },
  { title: '评价', kinds: ['rating', 'nps', 'slider'] },
  { title: '矩阵', kinds: ['matrixSingle', 'matrixMultiple', 'matrixRating'] },
  { title: '其他', kinds: ['note', 'consent'] },
]
