import type { Definition } from '../../contract/definition.ts'
import { definition as schema } from '../../contract/definition.ts'
import { type EditorFault, editorFaults, type FaultWish } from '../../contract/rules/editor-faults.ts'
import { isInCondition } from './kept-draft.ts'

export interface FoundFaults {
  readonly count: number
  /** Lines by element, page and quota. */
  readonly by: ReadonlyMap<string, string>
  /** Of the questionnaire as a whole. */
  readonly general: string
  readonly first: { readonly id: string; readonly kind: 'element' | 'page' | 'quota' } | undefined
}

/** What is wrong as it stands: texts that are missing, and what the shared rules find. */
export function faultsOf(definition: Definition, wish: FaultWish): FoundFaults {
  const faults = [...shapeFaults(definition), ...editorFaults(definition, wish)]
  const by = new Map<string, string>()
  const general: string[] = []
  for (const { message, elementId, pageId, quotaId } of faults) {
    const id = elementId ?? quotaId ?? pageId
    if (id === undefined) general.push(message)
    else if (!by.get(id)?.split('\n').includes(message)) by.set(id, [by.get(id), message].filter(Boolean).join('\n'))
  }
  return { count: faults.length, by, general: general.join('\n'), first: placeOf(faults[0]) }
}

type Fault = Pick<EditorFault, 'message' | 'elementId' | 'pageId' | 'quotaId'>

function placeOf(fault: Fault | undefined): FoundFaults['first'] {
  if (fault?.elementId !== undefined) return { id: fault.elementId, kind: 'element' }
  if (fault?.quotaId !== undefined) return { id: fault.quotaId, kind: 'quota' }
  return fault?.pageId === undefined ? undefined : { id: fault.pageId, kind: 'page' }
}

/** What the server would refuse to keep, said beside where it stands. */
function shapeFaults(definition: Definition): Fault[] {
  const parsed = schema.safeParse(definition)
  if (parsed.success) return []
  return parsed.error.issues.map(({ path, message: said }) => {
    const message = isInCondition(path) ? '条件没有填完整，请补全或删除' : said
    const [list, at, inner, place] = path
    if (list === 'quotas') return { message, quotaId: definition.quotas[Number(at)]?.id }
    const page = list === 'pages' ? definition.pages[Number(at)] : undefined
    const element = inner === 'elements' ? page?.elements[Number(place)] : undefined
    if (element) return { message: whereIn(path.slice(4)) + message, elementId: element.id }
    return page ? { message, pageId: page.id } : { message }
  })
}

const parts: Readonly<Record<string, string>> = { options: '选项', rows: '行', columns: '列' }

/** 选项 2： */
function whereIn([list, at]: readonly PropertyKey[]): string {
  const part = typeof list === 'string' ? parts[list] : undefined
  return part && typeof at === 'number' ? `${part} ${at + 1}：` : ''
}
