import { accessMenus, roleMenu, rolePeopleMenu } from '@kaopei/access/contract/menus'
import { candidatesNotice, examManage, examManageDetail, examSignIn } from '@kaopei/exam/contract/menus'
import { dataScope } from '@kaopei/identity/contract/role'
import { assignRole, createRole } from '@kaopei/identity/server'
import { staffMenu } from '@kaopei/org/contract/menus'
import { examinationHall, markCheating } from '@kaopei/proctoring/contract/menus'
import { examReport, userDetail } from '@kaopei/result/contract/menus'
import type { Db } from '@kaopei/server'
import { skillByDepartment, skillByPerson } from '@kaopei/skill/contract/menus'
import { userGroupMenu } from '@kaopei/usergroup/contract/menus'

interface Holder {
  readonly id: string
}

export interface RoleHolders {
  /** At the head of a department with others below it. */
  readonly manager: Holder
  readonly personnel: readonly Holder[]
  /** Who sees the rooms alone that they are assigned to. */
  readonly invigilators: readonly Holder[]
  /** Who confirms verdicts and decides appeals. */
  readonly reviewer: Holder
  readonly leaders: readonly Holder[]
  readonly trainers: readonly Holder[]
  /** The departments that trainers look after. */
  readonly trainedDepartmentIds: readonly string[]
}

/** Roles that differ in whom they show: everybody, one's own department with and without what is below it, chosen departments. */
export async function insertDemoRoles(db: Db, holders: RoleHolders): Promise<void> {
  const give = async (role: Parameters<typeof createRole>[1], to: readonly Holder[]) =>
    assignRole(
      db,
      await createRole(db, role),
      to.map(({ id }) => id),
    )
  await give(departmentHead, [holders.manager])
  await give(personnel, holders.personnel)
  await give(teamLeader, holders.leaders)
  await give(invigilator, holders.invigilators)
  await give(reviewer, [holders.reviewer])
  await give(trainer(holders.trainedDepartmentIds), holders.trainers)
}

const departmentHead = {
  name: '部门主管',
  descript: '管理本部门及以下的员工，查看他们的考试结果和技能，安排角色成员',
  menus: [
    ...[staffMenu, userGroupMenu, examManage, examManageDetail, userDetail, examReport, roleMenu, rolePeopleMenu],
    ...[skillByDepartment, skillByPerson],
  ].map((menu) => ({ menu, scope: dataScope.ownAndBelow })),
  rights: [
    ...[
      staffMenu.rights.edit,
      staffMenu.rights.enable,
      staffMenu.rights.export,
      userGroupMenu.rights.add,
      userGroupMenu.rights.edit,
    ],
    ...[examManage.rights.edit, examManage.rights.results, examManage.rights.export],
    ...[rolePeopleMenu.rights.add, rolePeopleMenu.rights.remove],
    ...[skillByDepartment.rights.export, skillByPerson.rights.export],
  ],
}

const personnel = {
  name: '人事专员',
  descript: '维护全公司的员工、用户组与角色成员',
  menus: [staffMenu, userGroupMenu, ...accessMenus].map((menu) => ({ menu })),
  rights: [
    ...[staffMenu.rights.add, staffMenu.rights.edit, staffMenu.rights.move, staffMenu.rights.enable, staffMenu.rights.import],
    ...[staffMenu.rights.export, staffMenu.rights.department, userGroupMenu.rights.add, userGroupMenu.rights.edit],
    ...[rolePeopleMenu.rights.add, rolePeopleMenu.rights.remove, rolePeopleMenu.rights.group],
  ],
}

const hallRights = examinationHall.rights

const invigilator = {
  name: '监考老师',
  descript: '在所分配的考场签到、监考，查看并标记监考记录',
  menus: [examSignIn, candidatesNotice, examinationHall, markCheating].map((menu) => ({ menu })),
  rights: [
    ...[
      hallRights.tell,
      hallRights.pause,
      hallRights.extend,
      hallRights.force,
      hallRights.incident,
      hallRights.move,
      hallRights.live,
    ],
    ...[candidatesNotice.rights.announce, candidatesNotice.rights.exempt],
    ...[markCheating.rights.look, markCheating.rights.replay, markCheating.rights.mark],
  ],
}

const { look, replay, judge, appeal, compare, pack } = markCheating.rights

const reviewer = {
  name: '监考复核员',
  descript: '查看监考记录，确认裁定，裁决申诉',
  menus: [examManage, markCheating].map((menu) => ({ menu })),
  rights: [look, replay, judge, appeal, compare, pack],
}

const teamLeader = {
  name: '班组长',
  descript: '查看本部门的员工',
  menus: [{ menu: staffMenu, scope: dataScope.ownDepartment }],
}

const trainer = (departmentIds: readonly string[]) => ({
  name: '培训专员',
  descript: '为指定部门组织学习与考试',
  menus: [
    { menu: staffMenu, scope: dataScope.chosen, departmentIds },
    { menu: examManage, scope: dataScope.chosen, departmentIds },
  ],
  rights: [examManage.rights.results],
})
