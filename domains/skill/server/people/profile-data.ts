/** What the printed page says: the same figures and words as the screen's. */
import { possessive, wallClockMs } from '@kaopei/contract'
import type { z } from 'zod'
import { evidenceClass, skillLevel } from '../../contract/codes.ts'
import type { personSkill } from '../../contract/person.ts'
import { levelText, partText, pieceText, verdictWords } from '../../contract/words.ts'

interface Printed {
  readonly person: z.output<(typeof personSkill)['get']['output']>
  readonly zone: string
  readonly companyName: string
}

const percent = (value: number | null) => (value === null ? '-' : `${value}%`)

export function profileData({ person, zone, companyName }: Printed) {
  const { post, skills } = person
  const shown = (at: Date | string, length: number) =>
    new Date(wallClockMs(new Date(at), zone)).toISOString().slice(0, length).replace('T', ' ')
  return {
    title: `${possessive(person.name)}技能`,
    footer: companyName,
    facts: [
      ['部门', person.department ?? '-'],
      ['截至', shown(person.asOf, 16)],
      ...(post
        ? [
            ['岗位', `${post.postName}（模型 V${post.number}）`],
            ['结论', verdictWords[post.verdict].label],
            ['人岗匹配度', `${percent(post.fit)}（已测比重 ${percent(post.share)}）`],
            ['谨慎匹配度', `${percent(post.cautious)}（未测按 0）`],
          ]
        : []),
    ],
    post: post ? `${post.postName}的要求` : '',
    demands: (post?.demands ?? []).map(({ skillName, isKey, requiredLevel, level, isTested, weight }) => [
      isKey ? `${skillName}（关键）` : skillName,
      skillLevel.label(requiredLevel),
      level === null ? (isTested ? '未达到级别' : '未测') : skillLevel.label(level),
      String(Math.max(0, requiredLevel - (level ?? 0)) || '-'),
      String(weight),
    ]),
    skills: skills.map((skill) => ({
      title: `${skill.name}：${levelText(skill)}${skill.class === null ? '' : `（${evidenceClass.label(skill.class)}）`}`,
      behaviour: skill.behaviour ?? '',
      evidence: [
        ...skill.evidence.map((piece) => `${pieceText(piece)}（${shown(piece.at, 10)}）— ${partText(piece)}`),
        ...(skill.evidenceCount > skill.evidence.length
          ? [`另有 ${skill.evidenceCount - skill.evidence.length} 条较早的证据，请在“技能与证据”中翻页查看`]
          : []),
      ],
    })),
    courses: [
      ...(post?.courses ?? []).map(({ name, hours, reason }) => `${name}（${hours} 学时）：${reason}`),
      ...(post?.left ?? []),
    ],
    notice: '级别由最强的有效证据决定，同类证据以最新的为准。本人可以对级别提出异议，任何结论都不应只凭本页作出。',
  }
}
