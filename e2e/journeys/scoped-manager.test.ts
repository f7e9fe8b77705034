import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { examPeople } from '@kaopei/exam/contract/exam-people'
import { staff } from '@kaopei/org/contract/staff'
import { examReport } from '@kaopei/result/contract/exam-report'
import { readWorkbook } from '@kaopei/sheet'
import { evidenceErrors } from '@kaopei/skill/contract/errors'
import { personSkill } from '@kaopei/skill/contract/person'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFailed, test } from 'vitest'
import { dismissVisitors, newVisitor, pictureAll, type Visitor } from '../browser.ts'
import { accountOf, logInToConsole } from '../people.ts'
import { administrator, signedIn } from './api.ts'

let admin: Visitor
let manager: Visitor
beforeAll(async () => {
  admin = await newVisitor()
  manager = await newVisitor()
  await logInToConsole(admin.page, accountOf('企业管理员'))
  await logInToConsole(manager.page, accountOf('部门主管'))
})
const folder = mkdtempSync(join(tmpdir(), 'kaopei-scope-'))
afterAll(async () => {
  await dismissVisitors()
  rmSync(folder, { recursive: true, force: true })
})

const go = (page: Page, path: string) => page.goto(`${inject('baseUrl')}${path}`)
const ownDepartments = ['制造中心', '一车间', '二车间', '设备维护部', '质量管理部']

/** The texts of one column of the table on the screen. */
async function columnOf(page: Page, title: string, within = 'main'): Promise<string[]> {
  const table = page.locator(`${within} .ant-table`).last()
  await table.locator('tbody tr.ant-table-row').first().waitFor()
  const titles = await table.locator('thead th').allInnerTexts()
  const at = titles.findIndex((text) => text.trim() === title)
  const rows = await table.locator('tbody tr.ant-table-row').all()
  return Promise.all(rows.map((row) => row.locator('td').nth(at).innerText()))
}

const totalOf = async (page: Page) => Number((await page.locator('.kp-toolbar-count').innerText()).replace(/\D/g, ''))

test('a manager of one department sees its people and no others, and the administrator sees why', async () => {
  onTestFailed(() => pictureAll(join(import.meta.dirname, '..', 'output')))
  const total = await seeOwnPeople(manager.page)
  await pickOwnPeople(manager.page)
  await exportOwnPeople(manager.page, total)
  await readOwnReport(manager.page)
  const stranger = await findStranger(admin.page)
  await missStranger(manager.page, stranger)
  await seeOwnSkills(manager.page, total)
  await exportOwnSkills(manager.page, total)
  await printOwnSkills(manager.page, stranger)
  await askWhy(admin.page, stranger.name)
  await lookThroughTheirEyes(admin.page, total)
  await narrowTheRole(admin.page)
  await seeLess(manager.page, total)
})

async function seeOwnPeople(page: Page): Promise<number> {
  await go(page, '/business/udp/orgoumgmt?pageSize=100')
  const departments = await columnOf(page, '部门')
  expect([...new Set(departments)].sort()).toEqual([...ownDepartments].sort())
  const total = await totalOf(page)
  expect(total).toBe(departments.length)
  return total
}

async function pickOwnPeople(page: Page): Promise<void> {
  await go(page, '/business/rolePeople')
  await page
    .getByRole('navigation', { name: '角色' })
    .getByRole('button', { name: /班组长/ })
    .click()
  const shown = await columnOf(page, '部门')
  expect(shown.every((name) => ownDepartments.includes(name))).toBe(true)
  await page.getByRole('button', { name: '添加成员' }).click()
  const picked = await columnOf(page, '部门', '.ant-drawer')
  expect(picked.length).toBeGreaterThan(0)
  expect(picked.every((name) => ownDepartments.some((own) => name.endsWith(own)))).toBe(true)
  await page.keyboard.press('Escape')
}

/** The workbook has everybody of the own departments, and nobody else. */
async function exportOwnPeople(page: Page, total: number): Promise<void> {
  await go(page, '/business/udp/orgoumgmt')
  await page.getByRole('button', { name: /^导\s*出$/ }).click()
  await page.getByText('已开始导出，请到下载中心查看').waitFor()
  await ofOwnDepartments(await downloaded(page, '员工花名册', 'xlsx'), total)
}

/** What was made of that name, newest first, from the download centre. */
async function downloaded(page: Page, name: string, type: 'xlsx' | 'pdf'): Promise<string> {
  await go(page, '/downLoadJob')
  const coming = page.waitForEvent('download')
  await page
    .getByRole('row', { name: new RegExp(name) })
    .first()
    .getByRole('button', { name: /下载/ })
    .click()
  const file = join(folder, `${name}.${type}`)
  await (await coming).saveAs(file)
  return file
}

async function ofOwnDepartments(file: string, total: number): Promise<void> {
  const departments: string[] = []
  let at = -1
  for await (const { cells } of readWorkbook(file, file)) {
    if (at >= 0) departments.push(cells[at]?.text ?? '')
    else at = cells.findIndex(({ text }) => text === '部门')
  }
  expect(departments).toHaveLength(total)
  expect(departments.every((path) => ownDepartments.some((own) => path.endsWith(own)))).toBe(true)
}

/** The report counts the own people among the candidates: as many as the administrator finds below the department. */
async function readOwnReport(page: Page): Promise<void> {
  const [boss, everybody] = [await signedIn(accountOf('部门主管')), await administrator()]
  const { dataList: people } = await boss.call(staff.list, { pageSize: 100 })
  const departmentId = people.find(({ department }) => department === '制造中心')?.departmentId ?? ''
  const [exam] = (await everybody.call(examReport.list, { name: '2026 年度安全生产知识考试' })).dataList
  if (!exam) throw new Error('the demo has an ended exam')
  const { totalCount: own } = await everybody.call(examPeople.list, { examinationId: exam.id, departmentId })
  expect(own).toBeGreaterThan(0)
  expect(own).toBeLessThan(exam.premiseExamCount)
  await go(page, `/application/ote/examReport?name=${encodeURIComponent(exam.name)}`)
  expect(await columnOf(page, '应考人数')).toEqual([String(own)])
}

interface Stranger {
  readonly id: string
  readonly name: string
}

/** Somebody of another department, by the administrator's own roster. */
async function findStranger(page: Page): Promise<Stranger> {
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/v1/staff/list'))
  await go(page, '/business/udp/orgoumgmt?pageSize=100')
  const { data }: { data: { dataList: (Stranger & { department: string })[] } } = await (await answer).json()
  const stranger = data.dataList.find(({ department }) => department === '后端组')
  if (!stranger) throw new Error('the demo has people in 后端组')
  return stranger
}

/** Neither by name nor by id. */
async function missStranger(page: Page, { id, name }: Stranger): Promise<void> {
  await go(page, `/business/udp/orgoumgmt?keyWords=${encodeURIComponent(name)}`)
  await page.getByText('没有符合条件的员工').waitFor()
  await go(page, `/business/rolePeople?keyWords=${encodeURIComponent(name)}`)
  await page.getByText('该角色还没有成员').waitFor()
  expect(await page.content()).not.toContain(id)
  const boss = await signedIn(accountOf('部门主管'))
  await expect(boss.call(staff.get, { id })).rejects.toThrow('answered 1008')
}

const skillReports = '/application/testCenter/testReports/skill_test'

/** Reports of skills are asked for some days. */
async function queryLately(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: '时间范围' }).first().click()
  await page.getByText('近30天').click()
  // Rows of before go when the answer comes, and with them what is pressed on one.
  const answer = page.waitForResponse((one) => Boolean(one.request().postData()?.includes('endTime')))
  await page.getByRole('button', { name: /^查\s*询$/ }).click()
  await answer
  await page.locator('main .ant-spin-spinning').waitFor({ state: 'hidden' })
}

/** The heat map has the own departments with all of their people; a cell leads to as many as it says. */
async function seeOwnSkills(page: Page, total: number): Promise<void> {
  await go(page, `${skillReports}/test_department`)
  await queryLately(page)
  const rows = page.getByRole('region', { name: '部门技能热力图' }).locator('tbody tr')
  await rows.first().waitFor()
  const names = await rows.locator('th').allInnerTexts()
  expect(names.map((name) => name.replace('（直属）', '')).toSorted()).toEqual(ownDepartments.toSorted())
  const counts = await rows.locator('td:nth-child(2)').allInnerTexts()
  expect(counts.reduce((sum, text) => sum + Number(text), 0)).toBe(total)
  const row = rows.filter({ hasText: '一车间' })
  const cell = row.getByRole('link').first()
  const levelled = Number(/(\d+) 人/.exec(await cell.innerText())?.[1])
  await cell.click()
  expect(await columnOf(page, '部门')).toEqual(Array.from({ length: levelled }, () => '一车间'))
}

/** The list and its workbook have everybody of the own departments, and nobody else. */
async function exportOwnSkills(page: Page, total: number): Promise<void> {
  await go(page, `${skillReports}/test_personal`)
  await queryLately(page)
  const shown = await columnOf(page, '部门')
  expect(shown.every((name) => ownDepartments.includes(name))).toBe(true)
  await page.getByText(`共 ${total} 条`).waitFor()
  await page.getByRole('button', { name: /^导\s*出$/ }).click()
  await page.getByText('已开始导出，请在下载中心查看').waitFor()
  await ofOwnDepartments(await downloaded(page, '个人技能', 'xlsx'), total)
}

/** The page of an own person on paper; a stranger is neither found nor printed. */
async function printOwnSkills(page: Page, { id: staffId, name: stranger }: Stranger): Promise<void> {
  await go(page, `${skillReports}/test_personal`)
  await queryLately(page)
  const [name = ''] = await columnOf(page, '姓名')
  // In the list: whoever is signed in stands above it with their own name.
  await page.locator('tbody').getByRole('button', { name, exact: true }).first().click()
  await page
    .getByRole('dialog', { name: `${name}的技能` })
    .getByRole('button', { name: '下载 PDF' })
    .click()
  await page.getByText('已开始导出，请在下载中心查看').waitFor()
  const file = await downloaded(page, `${name}的技能`, 'pdf')
  const { stdout } = spawnSync('pdftotext', [file, '-'], { encoding: 'utf8' })
  expect(stdout).toContain(`${name}的技能`)
  expect(stdout).not.toContain(stranger)
  const boss = await signedIn(accountOf('部门主管'))
  const refused = `answered ${evidenceErrors.outOfScope.code}`
  await expect(boss.call(personSkill.download, { staffId })).rejects.toThrow(refused)
  await expect(boss.call(personSkill.get, { staffId })).rejects.toThrow(refused)
}

async function askWhy(page: Page, name: string): Promise<void> {
  await go(page, '/business/rolePeople')
  await page
    .getByRole('navigation', { name: '角色' })
    .getByRole('button', { name: /部门主管/ })
    .click()
  await page
    .getByRole('row', { name: /制造主管/ })
    .getByRole('link', { name: '诊断' })
    .click()
  // The list draws what is in sight of it alone: one searches, as people do.
  await page.getByLabel('菜单', { exact: true }).fill('员工花名册')
  await page.locator('.ant-select-item-option', { hasText: '员工花名册' }).click()
  await page.getByText('制造主管可以看到该菜单').waitFor()
  await page.getByRole('button', { name: '选择要看到的人员' }).click()
  const picker = page.getByRole('dialog', { name: '选择要看到的人员' })
  await picker.getByPlaceholder(/姓名/).fill(name)
  await picker.getByPlaceholder(/姓名/).press('Enter')
  await picker
    .getByRole('row', { name: new RegExp(name) })
    .first()
    .click()
  await picker.getByRole('button', { name: /确\s*定/ }).click()
  await page.getByText(`制造主管不能看到“${name}”`).waitFor()
  await page.getByText('本部门及以下（制造中心）').waitFor()
}

async function lookThroughTheirEyes(page: Page, total: number): Promise<void> {
  await page.getByRole('button', { name: '以其视角查看' }).click()
  await page.getByRole('button', { name: '开始查看' }).click()
  const banner = page.getByRole('region', { name: '以他人视角查看' })
  await banner.waitFor()
  await go(page, '/business/udp/orgoumgmt')
  await columnOf(page, '部门')
  expect(await totalOf(page)).toBe(total)
  await page.getByRole('button', { name: /导\s*出/ }).click()
  await page.getByText('以他人视角查看时不能修改数据').waitFor()
  await banner.getByRole('button', { name: '退出查看' }).click()
  await page.waitForURL((url) => url.pathname === '/home')
  await page.getByText('系统管理员').first().waitFor()
  expect(await banner.count()).toBe(0)
}

/** From 本部门及以下 to 本部门, while the manager is signed in. */
async function narrowTheRole(page: Page): Promise<void> {
  await go(page, '/business/rolePermission')
  await page
    .getByRole('navigation', { name: '角色' })
    .getByRole('button', { name: /部门主管/ })
    .click()
  await page.getByRole('tab', { name: '数据权限' }).click()
  await page.getByRole('button', { name: '设置员工花名册的数据权限' }).click()
  await page.getByRole('radio', { name: /^本部门\s*成员/ }).check()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await page.getByText('修改成功').waitFor()
}

async function seeLess(page: Page, before: number): Promise<void> {
  await go(page, '/business/udp/orgoumgmt?pageSize=100')
  expect(await columnOf(page, '部门')).toEqual(['制造中心'])
  expect(await totalOf(page)).toBeLessThan(before)
}
