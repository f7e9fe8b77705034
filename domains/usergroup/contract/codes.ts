import { codes } from '@kaopei/contract'

export const groupKind = codes({
  chosen: { code: 1, label: '静态', tone: 'neutral' },
  ruled: { code: 2, label: '动态', tone: 'info' },
})

/** Who counts where a group is attached: the people of the moment, or whoever is in the group whenever somebody looks. */
export const attachMode = codes({
  snapshot: { code: 1, label: '快照（关联时的成员）' },
  live: { code: 2, label: '实时（随成员变化）' },
})
