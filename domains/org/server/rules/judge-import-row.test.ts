import { expect, test } from 'vitest'
import type { ImportPerson } from './check-import-row.ts'
import { KnownPeople, type KnownPerson } from './judge-import-row.ts'

const known: KnownPerson = {
  id: 'a',
  name: '王一',
  loginKey: 'wangyi',
  phone: '13800000001',
  emailKey: 'wang@x.cn',
  jobNumber: 'W1',
  departmentId: 'd1',
  gender: 1,
  post: '工程师',
  rank: 'P7',
  labels: ['骨干', '安全员'],
  entryDate: '2024-01-01',
  own: null,
}
const other: KnownPerson = { ...known, id: 'b', loginKey: 'lier', phone: '13800000002', emailKey: null, jobNumber: 'L2' }
const row: ImportPerson = {
  name: '王一',
  phone: '13800000001',
  departmentNames: ['总部'],
  loginAccount: 'WangYi',
  email: 'Wang@x.cn',
  jobNumber: 'W1',
  gender: 1,
  post: '工程师',
  rank: 'P7',
  labels: ['安全员', '骨干'],
  entryDate: '2024-01-01',
  own: null,
}
const people = new KnownPeople([known, other])

test.each<[string, Partial<ImportPerson>, object]>([
  ['the same in every field', {}, { kind: 'same' }],
  [
    'empty cells contradict nothing',
    { email: null, jobNumber: null, gender: null, post: null, rank: null, labels: null, entryDate: null },
    { kind: 'same' },
  ],
  [
    'another rank and other labels',
    { rank: 'P8', labels: ['骨干'] },
    { kind: 'conflict', staffId: 'a', messages: ['登录账号已存在，职级、标签不同'] },
  ],
  ['another name', { name: '王壹' }, { kind: 'conflict', staffId: 'a', messages: ['登录账号已存在，姓名不同'] }],
  [
    'another post and day',
    { post: '主管', entryDate: '2025-01-01' },
    { kind: 'conflict', staffId: 'a', messages: ['登录账号已存在，岗位、入职日期不同'] },
  ],
  [
    'the phone of somebody else',
    { phone: '13800000002' },
    { kind: 'conflict', staffId: null, messages: ['登录账号已存在，手机号不同', '手机号已被其他人员使用'] },
  ],
  [
    'a new account with a taken number',
    { loginAccount: 'new', phone: '13900000000', email: null },
    { kind: 'conflict', staffId: null },
  ],
  ['nothing shared', { loginAccount: 'new', phone: '13900000000', email: null, jobNumber: null }, { kind: 'new' }],
])('%s', (_name, change, verdict) => {
  expect(people.judge({ ...row, ...change }, 'd1')).toMatchObject(verdict)
})

test('another department is a difference', () => {
  expect(people.judge(row, 'd2')).toMatchObject({ kind: 'conflict', staffId: 'a', messages: ['登录账号已存在，部门不同'] })
})
