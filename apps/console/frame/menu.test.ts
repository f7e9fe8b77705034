import type { MenuNode } from '@kaopei/identity/contract/permission'
import { expect, test } from 'vitest'
import { crumbsOf } from './breadcrumb.ts'
import { drawnMenu, pathTo, searchEntries } from './menu-model.ts'

const node = (name: string, title: string, url: string, type: number, children: MenuNode[] = [], sort = 1): MenuNode => ({
  id: name,
  name,
  parentId: null,
  sort,
  title,
  icon: '',
  type,
  url,
  children,
})
const exams = node('examManage', '考试管理', '/application/ote/examManage', 2, [], 2)
const banks = node('mgmt', '题库', '/application/ote/mgmt', 2, [], 1)
const hidden = node('examManageDetail', '考试详情', '/application/ote/examManageDetail', 3)
const tree = [
  node('home', '首页', '/home', 2),
  node('application', '应用中心', '/application', 1, [node('ote', '考试测评', '/application/ote', 1, [exams, banks, hidden])]),
  node('empty', '空目录', '/empty', 1),
  node('alone', '没有页面', '/alone', 2),
]
const screens = new Set(['/home', exams.url, banks.url, hidden.url, '/examPaperPreview', '/userInfo/PersonalData'])
const knows = (path: string) => screens.has(path)

test('the menu shows titles and order of the server, no hidden entries or empty groups, the user centre last', () => {
  const menu = drawnMenu(tree, knows)
  expect(menu.map(({ title }) => title)).toEqual(['首页', '应用中心', '没有页面', '个人中心'])
  expect(
    pathTo(menu, 'ote')
      .at(-1)
      ?.children.map(({ title }) => title),
  ).toEqual(['题库', '考试管理'])
  expect(pathTo(menu, 'application')[0]?.to).toBe('/application/ote/mgmt')
})

test('an entry without a screen is shown and leads to /404', () => {
  expect(pathTo(drawnMenu(tree, knows), 'alone')[0]).toMatchObject({ title: '没有页面', to: '/404' })
})

test('the header search joins titles and leaves out groups', () => {
  const texts = searchEntries(drawnMenu(tree, knows)).map(({ text }) => text)
  expect(texts).toEqual([
    '首页',
    '应用中心 > 考试测评 > 题库',
    '应用中心 > 考试测评 > 考试管理',
    '没有页面',
    '个人中心 > 个人资料',
    '个人中心 > 账号安全',
  ])
})

const found = (route: Parameters<typeof crumbsOf>[0]['route'], parents: Parameters<typeof crumbsOf>[0]['parents'] = []) => ({
  route,
  parents,
})

test('crumbs start at home; groups and the last one are plain text', () => {
  const route = {
    path: '/examPaperPreview',
    name: 'examPaperPreview',
    title: '试卷预览',
    menu: 'examManage',
    page: () => import('../redirect.page.tsx'),
  }
  expect(crumbsOf(found(route), tree, knows)).toEqual([
    { title: '首页', to: '/home' },
    { title: '应用中心' },
    { title: '考试测评' },
    { title: '考试管理', to: exams.url },
    { title: '试卷预览' },
  ])
})

test('home itself has no second home crumb', () => {
  expect(crumbsOf(found({ path: '/home', name: 'home', title: '首页' }), tree, knows)).toEqual([{ title: '首页' }])
})

test('crumbs without a title or flagged are left out, noRedirect ones lead nowhere', () => {
  const parent = { path: '/userInfo', name: 'userInfo', title: '个人中心', redirect: 'noRedirect' }
  const flagged = { path: '/a', name: 'a', title: '隐藏', noBreadcrumb: true }
  const untitled = { path: '/b', name: 'b', title: '' }
  const route = { path: '/userInfo/PersonalData', name: 'PersonalData', title: '个人资料' }
  expect(crumbsOf(found(route, [parent, flagged, untitled]), tree, knows)).toEqual([
    { title: '首页', to: '/home' },
    { title: '个人中心' },
    { title: '个人资料' },
  ])
})
