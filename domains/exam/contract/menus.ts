import { menu } from '@kaopei/contract'

export const examManage = menu(
  { name: 'examManage', title: '考试管理', path: '/application/ote/examManage', parent: 'ote', icon: 'exam', sort: 30 },
  {
    add: '新建考试',
    edit: '编辑考试',
    publish: '发布与取消考试',
    remove: '删除考试',
    results: '查看考试结果',
    export: '导出考试结果',
    void: '作废与恢复答卷',
    checkIn: '考场签到',
    consent: '豁免监考采集',
  },
)
export const examManageDetail = menu({
  name: 'examManageDetail',
  title: '考试详情',
  path: '/application/ote/examManageDetail',
  parent: 'ote',
  sort: 31,
  hidden: true,
})
/** 考场关联考试; the path is the specification's. */
export const relationExamination = menu({
  name: 'relationExamination',
  title: '考场关联考试',
  path: '/application/ote/relationExamination',
  parent: 'ote',
  icon: 'link',
  sort: 35,
})
/** 监考大厅, which a room above declares: without it in a role an invigilator sees no hall. */
export const hallMenu = 'examinationHall'
/** 考场签到, on a phone: whoever does not organise exams finds the rooms that they invigilate. */
export const examSignIn = menu({
  name: 'examSignIn',
  title: '考场签到',
  path: '/application/ote/examSignIn',
  parent: 'ote',
  icon: 'signIn',
  sort: 36,
})
/** 考试须知与公告; the path is the specification's. */
export const candidatesNotice = menu(
  {
    name: 'candidatesNotice',
    title: '考试须知与公告',
    path: '/application/ote/candidatesNotice',
    parent: 'ote',
    icon: 'notice',
    sort: 33,
  },
  { announce: '发布考试公告', exempt: '豁免监考采集' },
)
export const examMenus = [examManage, examManageDetail, relationExamination, examSignIn, candidatesNotice]
