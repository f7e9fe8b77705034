import { expect, test } from 'vitest'
import { z } from 'zod'
import { asChange, kept } from './kept-fields.ts'
import { instantInput, requiredText, text } from './shapes.ts'

const fields = {
  name: requiredText(20, '名称'),
  descript: text(100, '描述').default(''),
  limit: z.int().min(1).nullable().default(5),
  beginTime: instantInput.nullable().default(null),
}
const create = z.object(fields)
const modify = z.object(asChange(fields))
const save = z.object({ id: z.string().optional(), ...asChange(fields) })

const begin = new Date('2026-01-02T03:04:00Z')
const standing = { name: '旧', descript: '说明', limit: 7, beginTime: begin }

test('what an update leaves out stays, what it empties is empty', () => {
  expect(kept(fields, modify.parse({ name: '新' }), standing)).toEqual({ ...standing, name: '新' })
  expect(kept(fields, modify.parse({ name: '新', descript: '', limit: null, beginTime: null }), standing)).toEqual({
    ...{ name: '新', descript: '', limit: null, beginTime: null },
  })
})

test('something new has the defaults, whichever call makes it', () => {
  const fresh = { name: '新', descript: '', limit: 5, beginTime: null }
  expect(create.parse({ name: '新' })).toEqual(fresh)
  expect(kept(fields, save.parse({ name: '新' }))).toEqual(fresh)
})

test('an update is held to the same limits', () => {
  expect(modify.safeParse({ name: '新', limit: 0 }).success).toBe(false)
  expect(modify.safeParse({}).success).toBe(false)
  expect(modify.parse({ name: '新', beginTime: '2026-01-02T03:04:00Z' })).toEqual({ name: '新', beginTime: begin })
})
