import type { CellValue } from '@kaopei/sheet'
import { expect, test } from 'vitest'
import { checkImportRow } from './check-import-row.ts'
import { headerOf, type ImportField, importableFields } from './import-columns.ts'

const text = (value: string): CellValue => ({ text: value, kind: 'text' })
const good = { name: text('王小明'), phone: text('13800138000'), department: text('总部/研发部') }
const check = (cells: Partial<Record<ImportField, CellValue>>) =>
  checkImportRow({ ...good, ...cells }, { allowsNewPhoneRanges: false })

test('a good row is read whole; the account is the phone unless given', () => {
  expect(check({})).toEqual({
    problems: [],
    person: {
      name: '王小明',
      phone: '13800138000',
      departmentNames: ['总部', '研发部'],
      loginAccount: '13800138000',
      email: null,
      jobNumber: null,
      gender: null,
      post: null,
      rank: null,
      labels: null,
      entryDate: null,
      own: null,
    },
  })
  expect(check({ loginAccount: text('wang') }).person.loginAccount).toBe('wang')
})

test.each([
  ['2024-02-29', '2024-02-29'],
  ['2024/2/9', '2024-02-09'],
  ['2024.2.9', '2024-02-09'],
  ['2024年2月9日', '2024-02-09'],
  ['20240209', '2024-02-09'],
  ['2024-02-09 08:30:00', '2024-02-09'],
  ['', null],
])('the entry date %j is %j', (typed, stored) => {
  expect(check({ entryDate: text(typed) })).toMatchObject({ problems: [], person: { entryDate: stored } })
})

test.each(['2023-02-29', '2024-13-01', '45351', '1024-01-01', '上周'])('the entry date %j is refused', (typed) => {
  expect(check({ entryDate: text(typed) }).problems).toEqual(['入职日期格式应为 yyyy-MM-dd'])
})

test.each([
  ['13800138000.0', '13800138000'],
  ['1.3800138E+10', '13800138000'],
  ['1.3800138001e10', '13800138001'],
])('the phone %j is recovered', (typed, phone) => {
  expect(check({ phone: text(typed) })).toMatchObject({ problems: [], person: { phone } })
})

test('a phone that was rounded for display is refused, not guessed', () => {
  expect(check({ phone: text('1.38E+10') }).problems).toEqual(['手机号已被表格舍入为科学计数法，请把单元格设为文本后重新填写'])
})

test('marks that nobody sees are taken out, characters beyond the basic plane and emoji stay', () => {
  expect(check({ name: text('\ufeff\u202e㛃\u200b𬭚\u3000👩‍🏫 ') }).person.name).toBe('㛃𬭚 👩‍🏫')
  expect(check({ name: text('王\u0000明') }).problems).toEqual(['“姓名”含有不可见的控制字符，请删除后重试'])
})

test('formulas and error values are named with their column', () => {
  const cells = { name: { text: '王', kind: 'formula' as const }, post: { text: '#N/A', kind: 'error' as const } }
  expect(check(cells).problems).toEqual(['“姓名”是公式，请粘贴为数值后重新上传', '“岗位”是错误值#N/A'])
})

test.each([
  ['总部', []],
  ['总部／研发部', []],
  [' 总部 / 研发部 ', []],
  ['总部/', ['部门路径中有空的层级']],
  [Array.from({ length: 21 }, (_, n) => `第${n}级`).join('/'), ['部门层级不能超过20级']],
  ['部'.repeat(51), ['每级部门名称不超过50个字符']],
])('the department path %j has the problems %j', (path, problems) => {
  expect(check({ department: text(path) }).problems).toEqual(problems)
})

test('a header is known by its names, with stars, spaces and other spellings, in any order', () => {
  expect(headerOf(['失败原因', ' *姓 名', '电话', '部门', '备注'])?.fixed).toEqual(
    new Map([
      ['name', 1],
      ['phone', 2],
      ['department', 3],
    ]),
  )
  expect(headerOf(['姓名', '手机号'])).toBeUndefined()
  expect(headerOf(['姓名', '手机号', '电话', '部门'])).toBeUndefined()
})

test("the company's own columns are known by their names, which go before other spellings of the template's", () => {
  const own = { id: 'o', name: '电话', customType: 1, options: [] }
  const header = headerOf(['姓名', '手机号', '部门', '电话'], [own])
  expect([header?.fixed.get('phone'), header?.own.get(own)]).toEqual([1, 3])
  expect(headerOf(['姓名', '手机号', '部门', '电话', ' 电话 '], [own])).toBeUndefined()
  expect(importableFields([own, { ...own, name: '登录账号' }, { ...own, name: '失败原因' }])).toEqual([own])
})
