"""出典: titles of the sources of rules."""

from collections.abc import Mapping

SOURCES: Mapping[str, str] = {
    "000": "【パーティーゲーム】ギャンブル・ドボンのすすめ (2016)",  # with the local rules of its one comment
    "001": "川越高校のドボンルール(1990年思い出し)",
    "002": "手役ドボンのルールと戦術 > 選択ルール",
    "003": "どてんこ-戦略が必要なトランプカードゲーム「どてんこ」のやり方解説",
    "004": "『闘地主(Dou Dizhu)(BGA)』の遊び方・魅力をご紹介!",
    "rule-keisan": "penpenso.com, page1/rule-keisan.html",  # multipliers are added and applied once
    "pagat4": "pagat.com, 斗地主 (4)",  # large bombs only, no single cards attached
    "jj": "gateway.jvac.cn, JJ斗地主 (tu/2006438.html)",  # spring doubles; bombs add up in some tournaments
    "joker128": "joker128.com, 斗地主",  # spring trebles
    "tencent": "mj.yulinonline.com, 斗地主 (ddz/756.html)",  # robbing, open hands, doubling between two
    "superddz": "超级斗地主",  # a cap on what is paid
    "heshicaihao": "github.com/heshicaihao/landlord",  # four players, bombs by size
    "rlcard": "github.com/datamllab/rlcard",  # the larger table of plays, where attached cards may repeat
    "dobon-wiki": "ja.wikipedia.org, ドボン",
    "dobon-shu": "github.com/shu-yusa/Dobon",
    "dobon-aoitele": "github.com/aoitele/Dobon",
    "dobon-mone": "github.com/mone-d/dobon",
    "dobon-dotenko": "github.com/tktk0330/DotenkoV2",  # with DOTENKOPlus and Dotenko
    "dobon-blog": "blog.goo.ne.jp/sepurainnole, 2009-07-31",
    "dobon-react": "ドボン (GitHub, React)",
    "dobon-uno": "ドボンUNO (GitHub)",
    "dobon-celestia": "celestia358.luxe/744",
    "dobon-docchin": "28.hatenablog.com/entry/28, どっちん",
    "paper": "紙の得点表",  # as players write it on paper; no text
    "president": "gathertogethergames.com, President",  # two points for the first, one for the second
    "president-11": "cardgameheaven.com, President",  # the first to have 11 points wins
    "sevens": "ja.wikipedia.org, 7並べ",
    "uno": "reference.com, UNO",  # the cards left over; 500 points
    "hearts": "thebearknowsbest.com, Hearts",  # sums of 26, up to 100, fewest win
    "page-one": "solitaire.vegard2.net, ページ・ワン",  # the cards left over; 20 points
    "dobon-standard": "sf.airnet.ne.jp/ts/dobon, 標準化委員会 4.3",
}
"""Titles by the keys in the field ``source`` of games and house rules."""
