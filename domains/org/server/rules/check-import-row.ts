import { withoutDirection } from '@kaopei/contract'
import { emailInput } from '@kaopei/identity/contract/contact'
import type { CellValue } from '@kaopei/sheet'
import { gender } from '../../contract/codes.ts'
import { loginAccountProblem, plainLoginAccount } from '../../contract/login-account.ts'
import { phoneProblem, plainPhone } from './check-phone.ts'
import { type ImportField, importColumns } from './import-columns.ts'
import { type OwnAnswer, type OwnField, readOwnCell } from './own-fields.ts'

export type RowCells = Readonly<Partial<Record<ImportField, CellValue>>>
/** The filled cells of the company's own fields. */
export type OwnCells = ReadonlyMap<OwnField, CellValue>
export const noOwnCells: OwnCells = new Map()

/** A row as it would be stored, as far as it could be read. */
export interface ImportPerson {
  readonly name: string
  readonly phone: string
  /** Names from the top. */
  readonly departmentNames: readonly string[]
  readonly loginAccount: string
  readonly email: string | null
  readonly jobNumber: string | null
  readonly gender: number | null
  readonly post: string | null
  readonly rank: string | null
  /** Null: not said. */
  readonly labels: readonly string[] | null
  readonly entryDate: string | null
  /** What the company's own columns say; null: nothing. */
  readonly own: readonly OwnAnswer[] | null
}

export interface CheckedRow {
  readonly person: ImportPerson
  /** Every problem of the row, in the order of the columns. */
  readonly problems: readonly string[]
}

const mostLevels = 20
const mostLabels = 20
/** Checks a row by itself; what it shares with other rows or with people who are here already is checked later. */
export function checkImportRow(
  cells: RowCells,
  { allowsNewPhoneRanges }: { allowsNewPhoneRanges: boolean },
  ownCells: OwnCells = noOwnCells,
): CheckedRow {
  const problems: string[] = []
  const say = (problem: string | undefined) => {
    if (problem !== undefined) problems.push(problem)
  }
  for (const { field, title } of importColumns) say(cellProblem(title, cells[field]))
  const text = (field: ImportField) => plainText(cells[field])

  const name = text('name')
  say(name === '' ? '姓名不能为空' : tooLong('姓名', name, 200))
  const phone = recoveredPhone(text('phone'))
  say(typeof phone === 'string' ? phoneProblem(phone, allowsNewPhoneRanges) : phone.problem)
  const stored = typeof phone === 'string' ? phone : ''
  const departmentNames = text('department')
    .split(/[/／]/)
    .map((part) => part.trim())
  say(departmentProblem(departmentNames))
  const loginAccount = plainLoginAccount(text('loginAccount')) || stored
  say(loginAccountProblem(loginAccount) ?? tooLong('登录账号', loginAccount, 50))
  const email = text('email')
  say(email !== '' && !emailInput.safeParse(email).success ? '邮箱格式不正确' : undefined)
  const jobNumber = text('jobNumber')
  say(tooLong('工号', jobNumber, 50))
  const genderCode = gender.options.find(({ label }) => label === text('gender'))?.value
  say(text('gender') !== '' && genderCode === undefined ? '性别只能填写男或女' : undefined)
  const post = text('post')
  say(tooLong('岗位', post, 100))
  const rank = text('rank')
  const labels = labelNames(text('labels'))
  say(labels.length > mostLabels ? `标签不超过${mostLabels}个` : undefined)
  const entryDate = plainDate(text('entryDate'))
  say(entryDate === undefined ? '入职日期格式应为 yyyy-MM-dd' : undefined)
  const own = ownAnswers(ownCells, say)

  const person: ImportPerson = {
    name,
    phone: stored,
    departmentNames,
    loginAccount,
    email: email || null,
    jobNumber: jobNumber || null,
    gender: genderCode ?? null,
    post: post || null,
    rank: rank || null,
    labels: labels.length === 0 ? null : labels,
    entryDate: entryDate || null,
    own,
  }
  return { person, problems }
}

function ownAnswers(cells: OwnCells, say: (problem: string | undefined) => void): OwnAnswer[] | null {
  const answers: OwnAnswer[] = []
  for (const [field, cell] of cells) {
    const problem = cellProblem(field.name, cell)
    const read = problem === undefined ? readOwnCell(field, plainText(cell)) : { problem }
    say(read.problem)
    if (read.answer) answers.push(read.answer)
  }
  return answers.length === 0 ? null : answers
}

function cellProblem(title: string, cell: CellValue | undefined): string | undefined {
  if (cell?.kind === 'formula') return `“${title}”是公式，请粘贴为数值后重新上传`
  if (cell?.kind === 'error') return `“${title}”是错误值${cell.text}`
  return cell && hasControlCharacter(cell.text) ? `“${title}”含有不可见的控制字符，请删除后重试` : undefined
}

// Tab and line ends are typed by people and trimmed or kept as spaces; all other control characters are refused.
function hasControlCharacter(text: string): boolean {
  return /[\p{Cc}]/u.test(text.replace(/[\t\r\n]/g, ''))
}

/** Composed characters, single spaces, without byte-order, zero-width and direction marks, which nobody sees or types on purpose. */
function plainText(cell: CellValue | undefined): string {
  if (cell === undefined) return ''
  return withoutDirection(cell.text.normalize('NFC'))
    .replace(/[\s\u00a0\u3000]+/g, ' ')
    .trim()
}

function tooLong(title: string, text: string, most: number): string | undefined {
  return [...text].length > most ? `${title}不超过${most}个字符` : undefined
}

/** A number that a spreadsheet turned into 13800138000.0 or 1.3800138E+10 is read back, unless digits were lost. */
export function recoveredPhone(text: string): string | { problem: string } {
  const float = /^(\d{11,14})\.0+$/.exec(text)
  if (float?.[1]) return plainPhone(float[1])
  if (!/^\d(?:\.\d+)?[eE]\+?\d+$/.test(text)) return plainPhone(text)
  const [digits = '', power = ''] = text.toUpperCase().split('E')
  const lost = Number(power) - (digits.split('.')[1] ?? '').length
  // Trailing zeros are not written, so a few may be missing; more means that the number was rounded for display.
  if (lost > 4) return { problem: '手机号已被表格舍入为科学计数法，请把单元格设为文本后重新填写' }
  return plainPhone(Number(text).toFixed(0))
}

function departmentProblem(names: readonly string[]): string | undefined {
  if (names.length === 1 && names[0] === '') return '部门不能为空'
  if (names.some((name) => name === '')) return '部门路径中有空的层级'
  if (names.length > mostLevels) return `部门层级不能超过${mostLevels}级`
  return names.some((name) => [...name].length > 50) ? '每级部门名称不超过50个字符' : undefined
}

/** 骨干、安全员: each once, in one order. */
function labelNames(text: string): string[] {
  const names = text.split(/[、，,；;]/).map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))].sort()
}

/** yyyy-MM-dd of a date in one of the usual spellings; '' for none, undefined for nonsense. */
function plainDate(text: string): string | undefined {
  if (text === '') return ''
  const parts = /^(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{2})(\d{2}))(?: \d{1,2}:\d{2}(?::\d{2})?)?$/.exec(text)
  if (!parts) return undefined
  const [, year = '', month = parts[4] ?? '', day = parts[5] ?? ''] = parts
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return isReal && Number(year) >= 1900 ? date.toISOString().slice(0, 10) : undefined
}
