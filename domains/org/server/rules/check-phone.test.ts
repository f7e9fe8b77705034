import { expect, test } from 'vitest'
import { phoneProblem, plainPhone } from './check-phone.ts'

test.each([
  ['13800138000', '13800138000'],
  ['013800138000', '13800138000'],
  ['+86 138-0013-8000', '13800138000'],
  ['008613800138000', '13800138000'],
  ['\u00a0138 0013 8000\u3000', '13800138000'],
  ['01012345678', '1012345678'],
  ['', ''],
])('%j is stored as %j', (typed, stored) => {
  expect(plainPhone(typed)).toBe(stored)
})

test.each([
  ['13000000000', false, undefined],
  ['18999999999', false, undefined],
  ['19900000000', false, '手机格式不正确'],
  ['19900000000', true, undefined],
  ['12000000000', true, '手机格式不正确'],
  ['1380013800', false, '手机格式不正确'],
  ['138001380001', false, '手机格式不正确'],
  ['', true, '电话不能为空'],
])('%j in a company whose widened rule is %s: %s', (phone, isWidened, problem) => {
  expect(phoneProblem(phone, isWidened)).toBe(problem)
})
