import { type Field, standardFields } from '@kaopei/org/contract/own-fields'
import { expect, test } from 'vitest'
import { checkValues, isIdCard } from './check-values.ts'
import { keepsOptions } from './may-change-options.ts'

const field = (id: string): Field => {
  const found = standardFields.find((one) => one.id === id)
  if (!found) throw new Error(id)
  return found
}
const many: Field = {
  id: 'm',
  name: '爱好',
  customType: 3,
  options: ['读书', '跑步'],
  isStandard: false,
  isMovable: true,
  version: 1,
}

test.each([
  ['11010119900307001X', false],
  ['110101199003070012', false],
  ['11010519491231002X', true],
  ['440308199901101512', true],
  ['4403081999011015', false],
])('%s is an identity card number: %s', (text, isRight) => expect(isIdCard(text)).toBe(isRight))

test.each([
  [['甲', '乙'], ['甲', '乙'], true],
  [['甲', '乙'], ['甲', '乙', '丙'], true],
  [['甲', '乙'], ['乙', '甲'], false],
  [['甲', '乙'], ['甲'], false],
])('options %j may become %j: %s', (before, after, may) => expect(keepsOptions(before, after)).toBe(may))

const narrow = { allowsNewPhoneRanges: false }

test.each([
  [false, '19912345678', false],
  [true, '19912345678', true],
  [false, '13812345678', true],
  [true, '12012345678', false],
])('where new phone numbers are allowed: %s, %s is right: %s', (allowsNewPhoneRanges, phone, isRight) => {
  const { problems } = checkValues({ required: [field('phone')], optional: [] }, { phone }, { allowsNewPhoneRanges })
  expect(problems).toEqual(isRight ? [] : [{ path: 'phone', message: '请输入正确的电话' }])
})

test.each([
  ['name', '', '姓名不能为空'],
  ['phone', undefined, '电话不能为空'],
  ['email', 'a@', '请输入正确的邮箱地址'],
  ['gender', '其他', '请选择性别'],
  ['gender', ['男'], '请选择性别'],
  ['company', 'a\u0007', '工作单位含有不可见的控制字符，请删除后重试'],
  ['company', '字'.repeat(201), '工作单位不超过200个字符'],
])('a required %s filled with %j is told: %s', (id, given, message) =>
  expect(checkValues({ required: [field(id)], optional: [] }, { [id]: given }, narrow)).toEqual({
    values: {},
    problems: [{ path: id, message }],
  }),
)

test('several options keep the order of the field, each once; one that does not exist is refused', () => {
  const check = (given: unknown) => checkValues({ required: [], optional: [many] }, { m: given }, narrow)
  expect(check(['跑步', '读书']).values).toEqual({ m: ['读书', '跑步'] })
  expect(check(['跑步', '跑步']).values).toEqual({ m: ['跑步'] })
  expect(check(['跑步', '游泳']).problems).toHaveLength(1)
  expect(check([])).toEqual({ values: {}, problems: [] })
})

test('fields that are not asked for any more keep what is right and never stand in the way', () => {
  const absent = [field('email'), many]
  const checked = checkValues({ required: [], optional: [], absent }, { email: 'a@b.cn', m: '游泳' }, narrow)
  expect(checked).toEqual({ values: { email: 'a@b.cn' }, problems: [] })
})
