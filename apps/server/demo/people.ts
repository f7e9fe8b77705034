/** The demo company's departments and people: made by rule, so that they are the same on every machine and belong to nobody. */

export interface Branch {
  readonly name: string
  readonly children?: readonly Branch[]
}

export const demoDepartments: Branch = {
  name: '云岭智造集团',
  children: [
    { name: '总经理办公室' },
    { name: '人力资源部', children: [{ name: '招聘组' }, { name: '培训发展组' }, { name: '薪酬绩效组' }] },
    { name: '财务部', children: [{ name: '会计核算组' }, { name: '资金管理组' }] },
    {
      name: '研发中心',
      children: [
        { name: '平台研发部', children: [{ name: '后端组' }, { name: '前端组' }] },
        { name: '硬件研发部' },
        { name: '测试部' },
      ],
    },
    { name: '制造中心', children: [{ name: '一车间' }, { name: '二车间' }, { name: '设备维护部' }, { name: '质量管理部' }] },
    { name: '供应链中心', children: [{ name: '采购部' }, { name: '仓储物流部' }] },
    { name: '营销中心', children: [{ name: '华北大区' }, { name: '华东大区' }, { name: '华南大区' }, { name: '客户服务部' }] },
    { name: '安全环保部' },
    { name: '信息技术部' },
  ],
}

export interface DemoPerson {
  readonly name: string
  readonly loginAccount: string
  readonly jobNumber: string
  readonly phone: string
  readonly email: string
  readonly departmentPath: string
}

const surnames =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔向常汤'
const given =
  '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰建国志文宇轩浩然子涵雨桐欣怡思远嘉诚晓东海燕俊峰雅婷晨曦佳宁博文诗琪天佑梦瑶一鸣书航若曦景行知远'

/** `count` people spread over the leaves; the seventh of a hundred has a rare character in the name, as real rosters do. */
export function demoPeople(count: number): DemoPerson[] {
  const leaves = leafPaths(demoDepartments, '')
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1
    return {
      name: nameOf(index),
      loginAccount: `yl${String(number).padStart(4, '0')}`,
      jobNumber: `YL${String(2_015_000 + number)}`,
      phone: `13${String(800_000_000 + number * 7919)
        .padStart(9, '0')
        .slice(-9)}`,
      email: `yl${String(number).padStart(4, '0')}@yunling.example`,
      departmentPath: leaves[(index * 7) % leaves.length] ?? demoDepartments.name,
    }
  })
}

function nameOf(index: number): string {
  const first = [...surnames][(index * 37) % surnames.length] ?? '王'
  const letters = [...given]
  const second = index % 100 === 6 ? '㛃' : (letters[(index * 53 + 11) % letters.length] ?? '伟')
  const third = index % 4 === 0 ? '' : (letters[(index * 29 + 5) % letters.length] ?? '')
  return first + second + third
}

function leafPaths(branch: Branch, above: string): string[] {
  const path = above ? `${above}/${branch.name}` : branch.name
  return branch.children ? branch.children.flatMap((child) => leafPaths(child, path)) : [path]
}
