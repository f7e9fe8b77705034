import type { Readable } from 'node:stream'
import { withoutDirection } from '@kaopei/contract'
import { type ColumnSpec, readWorkbook, writeXlsx } from '@kaopei/sheet'
import { skillLevel } from '../../contract/codes.ts'
import { mostSkills } from '../../contract/skill.ts'
import { isMoodle, ofMoodle } from '../rules/moodle-framework.ts'
import type { FaultyRow, GivenSkill } from '../rules/skill-sheet-rows.ts'

const levels = [1, 2, 3, 4, 5] as const
const levelTitle = (level: number) => `${level}级行为表现`
const columns: readonly ColumnSpec[] = [
  { title: '技能编码', width: 14 },
  { title: '上级编码', width: 14 },
  { title: '名称', width: 24 },
  { title: '类型', width: 8, choices: ['技能', '分类'] },
  { title: '说明', width: 32 },
  ...levels.map((level) => ({ title: levelTitle(level), width: 36 })),
]
const notes = [
  `每行一个技能或分类；编码不能重复，上级编码为空时在最上级。级别按可观察的行为描述，可以留空。一次最多 ${mostSkills} 个，请不要修改表头。`,
]

export function skillWorkbook(rows: readonly GivenSkill[]): Readable {
  return writeXlsx({
    templateVersion: 'skill/1',
    sheets: [{ name: '技能', columns, rows: rows.map(cellsOf), notes, autoFilter: false }],
  })
}

export function faultWorkbook(faults: readonly FaultyRow[]): Readable {
  const rows = faults.map(({ row, reason }) => [reason, ...cellsOf(row)])
  return writeXlsx({ sheets: [{ name: '导入失败明细', columns: [{ title: '失败原因', width: 40 }, ...columns], rows }] })
}

function cellsOf({ code, parentCode, name, isGroup, descript, levels: given }: GivenSkill): string[] {
  const behaviourOf = (level: number) => given.find((one) => one.level === level)?.behaviour ?? ''
  return [code, parentCode, name, isGroup ? '分类' : '技能', descript, ...levels.map(behaviourOf)]
}

const headWithin = 10

/** Undefined: neither our template nor Moodle's framework. */
export async function readSkills(path: string, fileName: string): Promise<GivenSkill[] | undefined> {
  const rows: { rowNumber: number; texts: string[] }[] = []
  for await (const { rowNumber, cells } of readWorkbook(path, fileName, { maxRows: mostSkills + headWithin, maxColumns: 60 }))
    rows.push({
      rowNumber,
      texts: cells.map((cell) => (cell.kind === 'formula' ? '' : withoutDirection(cell.text).trim())),
    })
  const head = rows.slice(0, headWithin).findIndex(({ texts }) => isMoodle(texts) || isOurs(texts))
  const header = rows[head]?.texts
  if (!header) return undefined
  const below = rows.slice(head + 1)
  return isMoodle(header) ? ofMoodle(header, below) : below.map((row) => ofTemplate(header, row))
}

const isOurs = (texts: readonly string[]) => ['技能编码', '上级编码', '名称'].every((title) => texts.includes(title))

function ofTemplate(
  header: readonly string[],
  { rowNumber, texts }: { rowNumber: number; texts: readonly string[] },
): GivenSkill {
  const read = (title: string) => texts[header.indexOf(title)] ?? ''
  const isGroup = read('类型') === '分类'
  const described = levels.map((level) => ({ level, name: skillLevel.label(level), behaviour: read(levelTitle(level)) }))
  return {
    ...{ rowNumber, code: read('技能编码'), parentCode: read('上级编码'), name: read('名称'), descript: read('说明'), isGroup },
    levels: isGroup ? [] : described,
  }
}
