import { type Menu, menu, type Right } from '@kaopei/contract'

const base = '/application/testCenter'
const reports = `${base}/testReports`

/** 技能库; the paths are the specification's. */
export const skillMenu = menu(
  { name: 'skillList', title: '技能与岗位', path: `${base}/skillList`, parent: 'testCenter', icon: 'skill', sort: 10 },
  {
    edit: '编辑技能',
    import: '导入技能',
    model: '维护岗位模型',
    link: '维护课程与知识点对应',
    judge: '上级评定',
    plan: '生成培训项目',
  },
)

/** Authors of courses, projects and questions say it of theirs without the room's own right. Their menus stand in rooms below and are spelled here. */
const authors: readonly Right[] = [
  { code: 'courseManager:edit', menu: 'courseManager', label: '编辑课程' },
  { code: 'projectCenter:edit', menu: 'projectCenter', label: '编辑项目与任务' },
  { code: 'quesmgmt:edit', menu: 'quesmgmt', label: '新增和修改' },
]
export const linkWriters: readonly Right[] = [skillMenu.rights.link, ...authors]
export const linkReaders: readonly Right[] = [skillMenu.rights.view, ...linkWriters]

const group = (name: string, title: string, path: string, parent: string, sort: number) =>
  menu({ name, title, path, parent, icon: 'chart', sort })
const report = (name: string, title: string, parent: string, sort: number) =>
  menu({ name, title, path: `${reports}/${parent}/${name}`, parent, icon: 'chart', sort }, { export: '导出' })

/** 测评报表, three of them, each by department and by person. */
export const reportsMenu = group('testReports', '测评报表', reports, 'testCenter', 20)
export const skillReports = group('skill_test', '技能报表', `${reports}/skill_test`, 'testReports', 10)
export const skillByDepartment = report('test_department', '部门技能', 'skill_test', 10)
export const skillByPerson = report('test_personal', '个人技能', 'skill_test', 20)
export const postReports = group('post_report_data', '岗位匹配报表', `${reports}/post_report_data`, 'testReports', 20)
export const postByDepartment = report('post_report_department', '部门岗位匹配', 'post_report_data', 10)
export const postByPerson = report('post_report_personal', '个人岗位匹配', 'post_report_data', 20)
export const courseReports = group(
  'recommended_course_data',
  '推荐课程报表',
  `${reports}/recommended_course_data`,
  'testReports',
  30,
)
export const courseByDepartment = report('recommended_course_department', '部门推荐课程', 'recommended_course_data', 10)
export const courseByPerson = report('recommended_course_personal', '个人推荐课程', 'recommended_course_data', 20)

export const skillMenus: readonly Menu[] = [
  skillMenu,
  reportsMenu,
  ...[skillReports, skillByDepartment, skillByPerson],
  ...[postReports, postByDepartment, postByPerson],
  ...[courseReports, courseByDepartment, courseByPerson],
]
