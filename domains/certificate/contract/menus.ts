import { type Menu, menu } from '@kaopei/contract'

const manage = menu({
  name: 'certificateManage',
  title: '证书管理',
  path: '/application/ote/certificateManage',
  parent: 'ote',
  icon: 'certificate',
  sort: 70,
})

export const issuedMenu = menu(
  {
    name: 'certificateIssued',
    title: '已发证书',
    path: '/application/ote/certificateManage/issued',
    parent: 'certificateManage',
    sort: 10,
  },
  { issue: '签发证书', revoke: '撤销与换发', export: '打印与导出' },
)

export const proposalMenu = menu(
  {
    name: 'certificateProposals',
    title: '证书待处理',
    path: '/application/ote/certificateManage/proposals',
    parent: 'certificateManage',
    sort: 20,
  },
  { decide: '决定撤销或保留' },
)

export const portraitMenu = menu(
  {
    name: 'certificatePortraits',
    title: '持证人照片',
    path: '/application/ote/certificateManage/portraits',
    parent: 'certificateManage',
    sort: 25,
  },
  { edit: '上传与删除照片' },
)

export const ruleMenu = menu(
  {
    name: 'certificateRules',
    title: '签发规则',
    path: '/application/ote/certificateManage/rules',
    parent: 'certificateManage',
    sort: 30,
  },
  { edit: '新增、编辑和补发', remove: '删除' },
)

export const templateMenu = menu(
  {
    name: 'certificateTemplates',
    title: '证书模板',
    path: '/application/ote/certificateManage/templates',
    parent: 'certificateManage',
    sort: 40,
  },
  { edit: '设计与启停', remove: '删除' },
)

export const certificateMenus: readonly Menu[] = [manage, issuedMenu, proposalMenu, portraitMenu, ruleMenu, templateMenu]
