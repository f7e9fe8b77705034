import { dateInput, id, instantInput, requiredText, scoreInput, text } from '@kaopei/contract'
import dayjs from 'dayjs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  fieldErrors,
  fieldProblems,
  fieldSchema,
  isRequired,
  mustBeOn,
  problemOf,
  wireInput,
  withCleared,
} from './form-schema.ts'

const schema = z
  .object({
    name: requiredText(20, '名称'),
    descript: text(100, '描述'),
    email: z.email('邮箱不正确').optional(),
    departmentId: z.uuid().nullable(),
    day: dateInput.optional(),
    startTime: instantInput.optional(),
    passScore: scoreInput.optional(),
    questions: z.array(z.object({ title: requiredText(5, '标题') })).default([]),
  })
  .refine((value) => value.name !== '禁用', { path: ['name'], message: '名称不可用' })

test('a field is marked as required when it can be neither left out nor cleared', () => {
  const required = ['name', 'descript', 'email', 'departmentId'].filter((name) => {
    const field = fieldSchema(schema, [name])
    return field && isRequired(field)
  })
  expect(required).toEqual(['name'])
})

test('what is switched is marked only where it has to be on', () => {
  const agreed = z.boolean().refine((on) => on, '请先同意')
  expect([z.boolean(), agreed, z.literal(true), z.boolean().optional()].map(mustBeOn)).toEqual([false, true, true, false])
})

test('controls become what the wire wants', () => {
  const input = wireInput(schema, {
    name: '安全培训',
    email: '',
    departmentId: '',
    day: dayjs('2026-01-02'),
    startTime: dayjs('2026-01-02T03:04:00Z'),
    passScore: 59.5,
    id: 'kept',
  })
  expect(input).toEqual({
    name: '安全培训',
    descript: '',
    email: undefined,
    departmentId: null,
    day: '2026-01-02',
    startTime: '2026-01-02T03:04:00.000Z',
    passScore: 59.5,
    id: 'kept',
  })
  expect(fieldProblems(schema, input)).toEqual([])
})

test('what is cleared is said, for what is left out stays as it is', () => {
  const update = z.object({
    ...{ categoryId: z.uuid().nullish(), limit: z.int().nullish(), descript: text(100, '描述').optional() },
    ...{ level: z.int().optional(), places: z.int().nullable().default(5) },
  })
  const held = { categoryId: undefined, limit: null, descript: '', level: undefined, places: undefined }
  const said = { categoryId: null, limit: null, descript: '', level: undefined, places: undefined }
  expect(wireInput(update, withCleared(update, held))).toEqual(said)
  expect(wireInput(update, { categoryId: '' })).toEqual({ categoryId: null })
  expect(wireInput(update, withCleared(update, {}))).toEqual({})
  // Left out on purpose.
  expect(wireInput(update, { limit: undefined })).toEqual({ limit: undefined })
})

test('of a field that is left empty is said what to do, not which form its value has', () => {
  expect(problemOf(id, undefined, '企业')).toBe('请选择企业')
  expect(problemOf(dateInput, null, '到期日')).toBe('请选择到期日')
  expect(problemOf(instantInput, undefined, '开始时间')).toBe('请选择开始时间')
  expect(problemOf(z.int('人数不正确'), undefined, '人数')).toBe('请填写人数')
  // Words of the field's own stay, and so does what is wrong with a value.
  expect(problemOf(scoreInput, undefined, '及格线')).toBe('请输入分数')
  expect(problemOf(id, '不是编号', '企业')).toBe('编号格式不正确')
  expect(problemOf(id, undefined, undefined)).toBe('编号格式不正确')
  expect(problemOf(id, '01a21f5e-377a-7018-86b4-a5b6b8510748', '企业')).toBeUndefined()
})

test('problems come per field, nested ones with their place', () => {
  const problems = fieldProblems(schema, {
    name: '',
    descript: '',
    departmentId: null,
    questions: [{ title: '可以' }, { title: '这个标题太长了' }],
  })
  expect(fieldErrors(problems)).toEqual([
    { name: ['name'], errors: ['请输入名称'] },
    { name: ['questions', 1, 'title'], errors: ['标题不超过5个字符'] },
  ])
})

test('rules over several fields land on the field they name', () => {
  expect(fieldProblems(schema, { name: '禁用', descript: '', departmentId: null })).toEqual([
    { path: 'name', message: '名称不可用' },
  ])
})
