/** The twelve kinds of lists that a picker can show, by the specification's numbers. */
export const pickTypes = {
  department: 1,
  staff: 2,
  post: 3,
  project: 4,
  lecturer: 5,
  personal: 6,
  exam: 7,
  userGroup: 8,
  room: 9,
  bank: 10,
  single: 11,
  import: 12,
} as const
export type PickType = (typeof pickTypes)[keyof typeof pickTypes]

/** What each tab name shows. Rooms (9) and banks (10) have no name of a tab and are reached by their type. */
export const pickTabs = {
  '1': { type: pickTypes.department, title: '部门' },
  '2': { type: pickTypes.staff, title: '人员' },
  '3': { type: pickTypes.post, title: '岗位' },
  '4': { type: pickTypes.staff, title: '直属' },
  '5': { type: pickTypes.staff, title: '快速选人' },
  '6': { type: pickTypes.personal, title: '个人' },
  '7': { type: pickTypes.exam, title: '考试' },
  '8': { type: pickTypes.userGroup, title: '选用户组' },
  '9': { type: pickTypes.single, title: '单个添加' },
  '10': { type: pickTypes.import, title: '批量导入' },
} as const satisfies Readonly<Record<string, { readonly type: PickType; readonly title: string }>>
export type PickTabName = keyof typeof pickTabs
