/**
 * Pairs of a traditional character and its simplified one, the common ones of schoolbooks and forms. Characters whose simplified form
 * depends on the word (乾, 著, 瞭, 藉) are left out on purpose: a comparison must not make two different words equal.
 */
const pairs =
  '國国學学習习書书語语詞词課课題题標标準准確确認认識识試试驗验證证員员會会議议論论說说話话讀读寫写記记錄录設设計计訓训練练評评價价' +
  '問问門门間间開开關关閉闭時时東东車车馬马鳥鸟魚鱼龍龙風风雲云電电燈灯飛飞機机器器場场廠厂廣广產产業业務务員员賣卖買买貨货質质' +
  '資资費费貸贷賬账財财貿贸貝贝負负責责賠赔賞赏贈赠購购銷销錢钱銀银鐵铁銅铜鋼钢針针釘钉鐘钟鏡镜長长張张強强彈弹歸归當当' +
  '來来個个們们優优億亿傳传傷伤體体條条償偿儲储兒儿兩两內内冊册軍军農农決决況况凍冻凈净減减湊凑幾几劃划則则剛刚創创劇剧' +
  '劉刘動动勞劳勢势勵励勝胜區区醫医華华協协單单衛卫廳厅歷历壓压厲厉厭厌參参雙双發发變变號号嚴严喪丧團团園园圖图圓圆圍围' +
  '國国塊块壞坏堅坚報报執执壯壮聲声處处備备複复復复夠够頭头夾夹奪夺奮奋獎奖婦妇媽妈孫孙寧宁實实審审寫写寬宽對对導导壽寿將将' +
  '爾尔塵尘嘗尝層层屬属歲岁島岛嶺岭幣币師师帶带幫帮庫库應应廟庙廢废異异棄弃徑径從从徹彻億亿憶忆憂忧懷怀態态慣惯慶庆戰战戲戏' +
  '戶户撲扑擴扩掃扫揚扬擾扰撫抚搶抢護护擔担擬拟擁拥擇择掛挂揮挥損损換换據据擺摆攜携攝摄數数敵敌齊齐斷断無无舊旧曆历顯显' +
  '曉晓術术樸朴極极構构槍枪櫃柜樹树樣样橋桥檔档檢检樓楼歡欢歐欧殘残殺杀氣气漢汉湯汤溝沟沒没滬沪淚泪潔洁灑洒澆浇濁浊測测濟济' +
  '渾浑濃浓漲涨滅灭滿满漁渔濾滤濱滨灣湾燒烧熱热點点煉炼愛爱爺爷牆墙獨独獻献獲获環环現现瑪玛電电畫画療疗瘋疯癥症盡尽監监' +
  '盤盘蓋盖礎础礦矿碼码磚砖禮礼禍祸離离種种絡络腳脚壺壶紋纹積积稱称穩稳窮穷窩窝竊窃競竞筆笔築筑簡简籃篮類类糧粮緊紧紅红約约級级紀纪' +
  '純纯紙纸線线組组細细織织終终經经結结給给絕绝統统繼继續续維维綜综綠绿網网總总績绩縣县縮缩繁繁編编緣缘繪绘羅罗罰罚職职' +
  '聯联聰聪肅肃腸肠膚肤脈脉腦脑臉脸臨临舉举艦舰藝艺節节蘇苏藥药蘭兰蔣蒋藍蓝虧亏雖虽蟲虫補补裝装襲袭見见觀观規规視视覺觉' +
  '觸触訂订討讨讓让許许訴诉診诊詳详誠诚誤误請请諸诸調调談谈謝谢講讲譯译護护讚赞豐丰貌貌貧贫貪贪貫贯賓宾趙赵趕赶跡迹踐践' +
  '軌轨軟软輕轻載载較较輛辆輸输轉转轟轰辦办辭辞邊边遼辽達达遷迁過过運运還还這这進进遠远違违連连遲迟選选遺遗鄧邓鄭郑鄰邻' +
  '釋释鑒鉴鏈链鎮镇鍵键鋒锋錯错錶表閃闪閱阅隊队陽阳陰阴陣阵際际陸陆陳陈險险隨随隱隐雜杂難难雞鸡靈灵靜静響响頁页頂顶項项' +
  '順顺須须預预領领頻频顆颗額额顏颜願愿顧顾飯饭飲饮館馆驅驱駕驾驚惊騎骑騙骗髮发鬥斗鬧闹鮮鲜鳳凤鳴鸣鴨鸭鹽盐麥麦麗丽黃黄' +
  '黨党齒齿齡龄龜龟後后裏里裡里麼么為为與与萬万義义於于亂乱爭争亞亚產产畝亩親亲樂乐喬乔'

const simplifiedOf = new Map<string, string>()
const characters = [...pairs]
for (let at = 0; at + 1 < characters.length; at += 2) simplifiedOf.set(characters[at] ?? '', characters[at + 1] ?? '')

/** Replaces each traditional character of the table; all others stay. */
export function simplifyCharacters(text: string): string {
  let simplified = ''
  for (const character of text) simplified += simplifiedOf.get(character) ?? character
  return simplified
}
