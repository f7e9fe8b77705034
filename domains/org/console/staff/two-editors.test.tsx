import type { Endpoint } from '@kaopei/contract'
import { answerMark } from '@kaopei/contract'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { act, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type DepartmentInfo, department } from '../../contract/department.ts'
import { label, post, rank } from '../../contract/post.ts'
import { type StaffRow, staff } from '../../contract/staff.ts'
import { EditDepartment } from '../departments/department.form.tsx'
import { EditStaff } from './staff.form.tsx'

// Two administrators edit one row: whoever saves second is told, keeps every word, and can then save.

vi.setConfig({ testTimeout: 60_000 })

const id = '01990000-0000-7000-8000-000000000001'
const departmentId = '01990000-0000-7000-8000-000000000002'
const row: StaffRow = {
  ...{ id, staffId: id, name: '赵一', nameAccount: '赵一(zhaoyi)', loginAccount: 'zhaoyi', jobNumber: 'J1' },
  ...{ department: '生产部', departmentId, departmentPath: '生产部', phone: '13800000000', email: null, gender: null },
  ...{ post: null, postId: null, rank: null, rankId: null, labels: [], otherDepartments: [], entryDate: null, staffSource: 1 },
  ...{ isEnabled: true, isLocked: false, lastLoginAt: null, createdAt: '2026-03-01T08:00:00.000Z', version: 1 },
}
const info: DepartmentInfo = {
  ...{ id: departmentId, name: '生产部', code: 'P1', parentId: null, pathName: '生产部', sort: 10, staffCount: 1, totalCount: 1 },
  ...{ childCount: 0, headStaffId: null, headName: null, version: 1 },
}
const noRows = { dataList: [], totalCount: 0 }

let screen: Screen
let saved: Record<string, unknown>[] = []
afterEach(() => screen.close())

/** A server that keeps the row at version 2, as the other administrator has left it. */
async function open(page: ReactNode, endpoint: Endpoint, theirs: StaffRow | DepartmentInfo) {
  saved = []
  screen = await openScreen(page, '/business/udp/orgoumgmt', [
    [department.getDepartmentTree, []],
    [department.getDepartmentInfo, info],
    [post.list, noRows],
    [rank.list, noRows],
    [label.list, []],
    [staff.loginAccountNumberJudge, { isExist: false }],
    [endpoint, theirs],
  ])
  const others = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    const isSaving = new URL(String(input), 'http://localhost').pathname === endpoint.facts.path && init?.method === 'POST'
    if (!isSaving) return others(input, init)
    const body: Record<string, unknown> = JSON.parse(String(init?.body))
    saved.push(body)
    const answer =
      body.version === theirs.version ? { code: 0, message: 'success', data: theirs } : { code: 1007, message: '', data: theirs }
    return Promise.resolve(Response.json(answer, { headers: { [answerMark.name]: answerMark.value } }))
  })
  await act(() => vi.dynamicImportSettled())
}

function field(name: string): HTMLInputElement {
  const found = document.querySelector(`input[id="${name}"]`)
  if (!(found instanceof HTMLInputElement)) throw new Error(`no field ${name}`)
  return found
}

async function type(name: string, text: string) {
  const input = field(name)
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  await act(async () => {
    setter?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

async function saveTwice() {
  await screen.click('确定')
  await screen.sees('数据已被他人修改')
  await screen.click('载入最新内容')
  await screen.sees('您修改过的内容已保留')
  await screen.click('确定')
  await vi.waitFor(() => expect(saved).toHaveLength(2))
}

test('a person: what was typed stays, what the other has changed comes, and both are saved', async () => {
  await open(<EditStaff row={row} onClose={() => undefined} />, staff.modify, {
    ...row,
    name: '赵一',
    jobNumber: 'J2',
    version: 2,
  })
  await screen.sees('编辑员工')
  await type('name', '赵一一')
  await saveTwice()
  expect(saved[0]).toMatchObject({ name: '赵一一', jobNumber: 'J1', version: 1 })
  expect(saved[1]).toMatchObject({ name: '赵一一', jobNumber: 'J2', version: 2 })
})

test('a department: the same, also when both have changed one field', async () => {
  await open(<EditDepartment id={departmentId} onClose={() => undefined} />, department.update, {
    ...info,
    name: '生产一部',
    code: 'P2',
    version: 2,
  })
  await screen.sees('部门编码')
  await type('name', '生产中心')
  await saveTwice()
  expect(saved[1]).toMatchObject({ name: '生产中心', code: 'P2', version: 2 })
})
