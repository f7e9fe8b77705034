/** Rows of a file of skills, judged together: what is wrong with which row. */
export interface GivenSkill {
  readonly rowNumber: number
  readonly code: string
  readonly parentCode: string
  readonly name: string
  readonly descript: string
  readonly isGroup: boolean
  readonly levels: readonly { readonly level: number; readonly name: string; readonly behaviour: string }[]
}

export interface KnownSkill {
  readonly id: string
  readonly parentId: string | null
  readonly code: string | null
  readonly name: string
  readonly isGroup: boolean
}

export interface FaultyRow {
  readonly row: GivenSkill
  readonly reason: string
}

/** What files know a skill by: its id where it has no code. */
export const codeOf = ({ code, id }: Pick<KnownSkill, 'code' | 'id'>) => code ?? id

interface Limits {
  readonly mostLevels: number
}

/** All faults of all rows, against what the company has. */
export function faultsOf(given: readonly GivenSkill[], known: readonly KnownSkill[], { mostLevels }: Limits): FaultyRow[] {
  const byCode = new Map(known.map((one) => [codeOf(one), one]))
  const inFile = Map.groupBy(given, ({ code }) => code)
  const codeOfId = new Map(known.map((one) => [one.id, codeOf(one)]))
  const parentOf = new Map(known.map((one) => [codeOf(one), one.parentId === null ? '' : (codeOfId.get(one.parentId) ?? '')]))
  for (const { code, parentCode } of given) parentOf.set(code, parentCode)
  const names = nameCounts(given, known, parentOf)
  return given.flatMap((row) => {
    const reasons = [
      ...ownFaults(row),
      ...((inFile.get(row.code)?.length ?? 0) > 1 && row.code !== '' ? ['技能编码在文件中重复'] : []),
      ...parentFaults(row, inFile.get(row.parentCode)?.[0] ?? byCode.get(row.parentCode)),
      ...placeFaults(row.code, parentOf, mostLevels),
      ...((names.get(`${row.parentCode}|${row.name}`) ?? 0) > 1 ? ['同一上级下已有同名的技能'] : []),
      ...kindFaults(row, byCode.get(row.code)),
    ]
    return reasons.length === 0 ? [] : [{ row, reason: reasons.join('；') }]
  })
}

function ownFaults({ code, name, descript, levels }: GivenSkill): string[] {
  return [
    ...(code === '' ? ['请填写技能编码'] : []),
    ...(code.length > 50 ? ['技能编码不超过50个字符'] : []),
    ...(name === '' ? ['请填写技能名称'] : []),
    ...(name.length > 60 ? ['技能名称不超过60个字符'] : []),
    ...(descript.length > 1000 ? ['说明不超过1000个字符'] : []),
    ...(levels.some(({ behaviour }) => behaviour.length > 1000) ? ['行为表现不超过1000个字符'] : []),
  ]
}

function parentFaults(
  { parentCode }: GivenSkill,
  parent: { readonly isGroup: boolean; readonly name: string } | undefined,
): string[] {
  if (parentCode === '') return []
  if (!parent) return [`上级编码“${parentCode}”不存在`]
  return parent.isGroup ? [] : [`上级“${parent.name}”是技能，不是分类`]
}

function placeFaults(code: string, parentOf: ReadonlyMap<string, string>, mostLevels: number): string[] {
  const seen = new Set<string>()
  for (let at: string | undefined = code; at; at = parentOf.get(at)) {
    if (seen.has(at)) return ['上级关系互相循环']
    seen.add(at)
  }
  return seen.size > mostLevels ? [`技能树最多 ${mostLevels} 级`] : []
}

const kindFaults = ({ isGroup }: GivenSkill, known: KnownSkill | undefined) =>
  known && known.isGroup !== isGroup ? [`“${known.name}”已是${known.isGroup ? '分类' : '技能'}，不能改变类型`] : []

/** How often a name would stand below a parent, once the file is in. */
function nameCounts(given: readonly GivenSkill[], known: readonly KnownSkill[], parentOf: ReadonlyMap<string, string>) {
  const codes = new Set(given.map(({ code }) => code))
  const counts = new Map<string, number>()
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const { parentCode, name } of given) add(`${parentCode}|${name}`)
  for (const one of known) if (!codes.has(codeOf(one))) add(`${parentOf.get(codeOf(one)) ?? ''}|${one.name}`)
  return counts
}

/** Rows by how many of the file stand above them: parents before their children. Nothing goes in a circle. */
export function byDepth(given: readonly GivenSkill[]): GivenSkill[][] {
  const byCode = new Map(given.map((row) => [row.code, row]))
  const depthOf = ({ parentCode }: GivenSkill): number => {
    const parent = byCode.get(parentCode)
    return parent ? 1 + depthOf(parent) : 0
  }
  const groups = Map.groupBy(given, depthOf)
  return [...groups.keys()].sort((a, b) => a - b).map((depth) => groups.get(depth) ?? [])
}
