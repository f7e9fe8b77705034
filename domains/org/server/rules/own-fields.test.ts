import { expect, test } from 'vitest'
import { type OwnField, ownText, readOwnCell } from './own-fields.ts'

const text: OwnField = { id: 't', name: '籍贯', customType: 1, options: [] }
const single: OwnField = { id: 's', name: '学历', customType: 2, options: ['本科', '硕士'] }
const multiple: OwnField = { id: 'm', name: '证书', customType: 3, options: ['电工', '电工、高级', '焊工', 'A,B'] }

test.each<[OwnField, string, unknown]>([
  [text, '', {}],
  [text, '江苏', { answer: { field: text, value: '江苏' } }],
  [text, '字'.repeat(201), { problem: '籍贯不超过200个字符' }],
  [single, '硕士', { answer: { field: single, value: '硕士' } }],
  [single, '博士', { problem: '学历没有选项“博士”，可填写：本科、硕士' }],
  [multiple, '焊工，电工', { answer: { field: multiple, value: ['电工', '焊工'] } }],
  [multiple, '电工、高级', { answer: { field: multiple, value: ['电工、高级'] } }],
  [multiple, '电工、高级、电工、A,B', { answer: { field: multiple, value: ['电工', '电工、高级', 'A,B'] } }],
  [multiple, '、焊工、', { answer: { field: multiple, value: ['焊工'] } }],
  [
    multiple,
    '焊工；钳工、木工',
    { problem: '证书没有选项“钳工、木工”，可填写：电工、电工、高级、焊工、A,B，多个选项用“、”分隔' },
  ],
])('%j read from %j', (field, cell, read) => expect(readOwnCell(field, cell)).toEqual(read))

test('what an export writes, an import reads', () => {
  for (const value of [['电工'], ['电工、高级', 'A,B'], ['电工', '电工、高级', '焊工', 'A,B']]) {
    expect(readOwnCell(multiple, ownText(value))).toEqual({ answer: { field: multiple, value } })
  }
  expect(ownText(undefined)).toBe('')
})
