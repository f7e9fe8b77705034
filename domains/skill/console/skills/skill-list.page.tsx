import { PageHeader, useAddress, whenShown } from '@kaopei/web'
import type { ReactNode } from 'react'
import { SkillTree } from './skill-tree.tsx'
import '../skill.css'

// The tabs behind the first come when they are opened.
const PostList = whenShown<object>(() => import('../posts/post.list.tsx').then((tab) => ({ default: tab.PostList })))
const LinkLists = whenShown<object>(() => import('../links/link.lists.tsx').then((tab) => ({ default: tab.LinkLists })))
const PlanList = whenShown<object>(() => import('../people/plan.list.tsx').then((tab) => ({ default: tab.PlanList })))
const ContestList = whenShown<object>(() => import('../people/contest.list.tsx').then((tab) => ({ default: tab.ContestList })))

const tabs = [
  { key: 'skills', label: '技能', Tab: SkillTree },
  { key: 'posts', label: '岗位模型', Tab: PostList },
  { key: 'links', label: '课程与知识点', Tab: LinkLists },
  { key: 'plans', label: '差距培训', Tab: PlanList },
  { key: 'contests', label: '异议', Tab: ContestList },
] as const

/** /application/testCenter/skillList: what people can do, what posts ask for, and what leads there. */
export default function SkillListPage(): ReactNode {
  const [params, setParams] = useAddress()
  const open = tabs.find(({ key }) => key === params.get('tab')) ?? tabs[0]
  return (
    <>
      <PageHeader
        title="技能与岗位"
        description="技能按可观察的行为分为 1 至 5 级；岗位模型说明要求到哪一级，课程与知识点说明能达到或测到哪一级。"
        tabs={{
          items: tabs.map(({ key, label }) => ({ key, label })),
          active: open.key,
          onChange: (tab) => setParams(new URLSearchParams({ tab })),
        }}
      />
      <open.Tab />
    </>
  )
}
