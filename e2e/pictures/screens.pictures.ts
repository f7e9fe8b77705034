import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, inject, test } from 'vitest'
import { dismissVisitors, newVisitor } from '../browser.ts'
import { accountOf, logInToConsole } from '../people.ts'

afterAll(() => dismissVisitors())

const folder = join(import.meta.dirname, '..', '..', 'docs', 'pictures')

/** As it stands when nothing more comes and nobody points at it. */
async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.mouse.move(0, 0)
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

test('the console', async () => {
  const { page } = await newVisitor()
  const go = (path: string) => page.goto(`${inject('baseUrl')}${path}`)
  await go('/login')
  await page.getByLabel('账号', { exact: true }).waitFor()
  await take(page, 'login')
  await logInToConsole(page, accountOf('企业管理员', 0))

  const lists: Readonly<Record<string, string>> = {
    exams: '/application/ote/examManage',
    questions: '/application/ote/quesmgmt',
    people: '/business/udp/orgoumgmt',
    roles: '/business/rolePermission',
    'weak-points': '/application/ote/practiceManage/weakPoints',
    instructors: '/application/teaching_center/instructorManage',
  }
  for (const [name, path] of Object.entries(lists)) {
    await go(path)
    await take(page, name)
  }

  await go('/application/online/courseManager')
  await page.getByRole('textbox', { name: '课程名称' }).fill('新员工入职安全培训')
  await page.getByRole('button', { name: /查\s*询/ }).click()
  await page.getByRole('link', { name: '新员工入职安全培训' }).first().click()
  await page.getByText('章节与任务').last().click()
  await page.getByRole('button', { name: '添加章节' }).waitFor()
  await take(page, 'course-outline')

  await go('/application/online/projectCenter')
  await page.getByRole('link', { name: '新员工融入计划' }).first().click()
  await page.getByText('阶段与学员').waitFor()
  await take(page, 'training')

  await go('/application/ote/questionnaire')
  await page.getByRole('link', { name: '安全培训效果反馈' }).first().click()
  await page.getByText('结束与配额').waitFor()
  await take(page, 'questionnaire')

  await go('/application/testCenter/testReports/skill_test/test_department')
  await page.getByRole('textbox', { name: '时间范围' }).first().click()
  await page.getByText('近30天').click()
  await page.getByRole('button', { name: /^查\s*询$/ }).click()
  await page.getByRole('region', { name: '部门技能热力图' }).locator('tbody tr').first().waitFor()
  await take(page, 'skills')

  await go('/application/testCenter/postReport')
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByText('匹配度').first().waitFor()
  await take(page, 'post-report')

  await go('/application/ote/certificateManage/templates')
  await page
    .getByRole('link', { name: '设计' })
    .or(page.getByRole('button', { name: '设计' }))
    .last()
    .click()
  await page.waitForURL(/designer/)
  await take(page, 'certificate')
})

test('the candidate’s client', async () => {
  const { page } = await newVisitor()
  await logInToConsole(page, accountOf('考生', 1))
  const go = (path: string) => page.goto(`${inject('baseUrl')}/candidate${path}`)
  await go('/learn')
  await page.getByText('新员工入职安全培训').first().click()
  await page.getByText('个人防护').waitFor()
  await take(page, 'learning')

  await go('/training')
  await page.getByText('新员工融入计划').first().click()
  await page.getByText('练习与反馈').waitFor()
  await take(page, 'training-path')
})
