"""Mutants of a C++ text: each changes an expression or a statement of a function and keeps its type, so that a switch can choose between
both when the program runs. Text that a compiler evaluates is left as it is."""
import bisect
import dataclasses
import re

BOXES = ["platform", "simulator", "lab", "lessons", "app"]   # those before are tested by those behind, too
# Operators stand between blanks: a template's brackets do not.
SWAPS = [(re.compile(re.escape(old).replace(r"\ ", r"\s")), new) for old, new in (
    (" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "), (" != ", " == "), (" && ", " || "), (" || ", " && "),
    (" + ", " - "), (" - ", " + "), (" * ", " + "), (" / ", " * "), ("true", "false"), ("false", "true"), ("std::min(", "std::max("),
    ("std::max(", "std::min("))]
HIDDEN = re.compile(r"""(?P<gap>//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*)|(?P<words>R"(\w*)\(.*?\)\3"|"(?:\\.|[^"\\\n])*")"""
                    r"""|\b\d[\w'.]*|(?P<letter>'(?:\\.|[^'\\\n])+')""", re.M | re.S)
TYPE = re.compile(r"(?:^|[\s>:])(?:struct|class|union|enum|namespace|extern)\b[^()=]*$")
LAMBDA = re.compile(r"\](?:<[^()]*>)?(?:\(\))?\s*(?:mutable|noexcept|->[\w\s:<>,&*]+|\s)*$")
FUNCTION = re.compile(r"\)\s*(?:const|noexcept|override|final|mutable|->[\w\s:<>,&*]+|\s)*$")
SIGNATURE = re.compile(r"(?:^|\n|template\s*<.*>\s|[^:]:\s)\s*((?:(?!template)[\w:]|<.*>|[\s*&])+?[\s*&])[\w:~]+\(\)", re.S)
FIXED = re.compile(r"(?:static )?(?:constexpr|consteval|constinit)\b|if constexpr\b"
                   r"|(?:static_assert|assert|using|template|typedef|friend|struct|class|enum|extern|case|default)\b")
ASSIGNS = re.compile(r"\s(?:[-+*/%|&^]|<<|>>)?=\s")
# A program does the same without such statements.
IDLE = re.compile(r"(?:\.|->)(?:reserve|shrink_to_fit)\(\)|^\(\)\w+$|^static_cast<void>")
ENDLESS = re.compile(r"\((?:true|[^()]*; ?;[^()]*)\)$")
OPENING = re.compile(r"[({[]")
GONE = re.compile(r"(?:return|break|continue|(?:\+\+|--).*|.*(?:\+\+|--)|(?!delete)(?:\w|::|\.|->|\(\)|\[\]|<[\w:, *&]*>)+\(\)"
                  r"|[\w:.>\-]+ << .*|[*\w:.>\-()\[\]]+ (?:[-+*/%|&^]|<<|>>)?= .*)$", re.S)
# Values that a function may return in place of another one; a mutant of one of them would change nothing.
NOTHING = re.compile(r"(?:0|0\.0f?|nullptr|true|false|\"\"|std::nullopt|\*this|(?:[\w:]+(?:<.*>)?)?\{\})$")
NEVER_EMPTY = re.compile(r"(?:\b(?:auto|void)|\bOutcome<.*>|&)$", re.S)
NOTHINGS = ["{}", "0", "false", "nullptr", '""', "std::nullopt"]


@dataclasses.dataclass
class Mutant:
    """One change; those who judge it fill in the last four."""
    edits: list      # (begin, end, text): "MUTANT" in it is the switch
    plain: list      # the same change without a switch, in all ways to write it: lists of such edits
    line: int = 0    # the lines that the edits touch, from 0
    last: int = 0
    was: str = ""    # the statement, before and after
    told: str = ""
    file: str = ""
    number: int = 0
    tests: list = dataclasses.field(default_factory=list)
    state: str = ""


@dataclasses.dataclass
class Frame:
    """A bracket that is open: parentheses, or braces around code, declarations ("type") or values."""
    kind: str
    begin: int
    head: str = ""
    fixed: bool = False   # a compiler may evaluate what it holds
    returns: str = ""     # what the function around it returns, with words that stand before


def covers(file):
    return file.startswith(tuple(box + "/" for box in BOXES)) and file.endswith((".cpp", ".h")) and "/web/" not in file and not file.endswith("main.cpp")


def hidden(text):
    """The text with comments blank and with strings of quotes, each as long as before."""
    def cover(match):
        letter = " " if match["gap"] else '"' if match["words"] else "c" if match["letter"] else ""
        return re.sub(r"[^\n]", letter, match[0]) if letter else match[0]
    return HIDDEN.sub(cover, text)


def edited(text, edits, begin=0, end=None):
    """What stands between, after these edits of it."""
    parts = []
    for first, last, new in sorted(edits):
        parts += [text[begin:first], new]
        begin = last
    return "".join(parts) + text[begin:end]


def bare(text):
    """What is left of a text where nobody cares how it is laid out and bracketed."""
    return re.sub(r"[\s(){}]", "", text)


def written(match, otherwise):
    return (match and match[1].strip()) or otherwise


class Source:
    def __init__(self, text):
        self.text, self.code = text, hidden(text)
        self.lines = [match.end() for match in re.finditer("\n", text)]   # where each but the first begins
        self.ends, self.kinds, self.starts = {}, {}, []
        self.read()

    def read(self):
        """Finds where each bracket ends, and where statements of functions begin."""
        frames, since, begins, word, label = [Frame("type", 0)], 0, "", "", False
        for token in re.finditer(r"::|\w+|[^\w\s]", self.code):
            at, it = token.start(), token[0]
            top = frames[-1]
            if begins and it not in "{};" and it not in ("else", "do", "case", "default"):
                if top.kind == "code" and not top.fixed:
                    self.starts.append((at, begins == "body", top.returns))
                begins = ""
            if it in ("(", "["):
                frames.append(Frame(it, at, word))
            elif it == "{":
                frames.append(self.braces(at, since, top))
                since = at + 1
            elif it in (")", "]", "}"):
                self.ends[top.begin], self.kinds[top.begin] = at, top.kind
                frames = frames[:-1] or frames
                if it == "}":
                    since = at + 1
                    begins = "" if top.kind == "value" else "statement"
                elif it == ")" and top.head in ("if", "for", "while", "switch", "constexpr"):
                    begins = "body"
            elif it in ("else", "do"):
                begins = "body"
            elif it in ("case", "default"):
                begins, label = "", True
            if it in ("{", ";") and frames[-1].kind in ("code", "type") or it == ":" and label:
                begins, label = "statement", False
                since = at + 1
            word = it

    def braces(self, at, since, around):
        shape = self.shape(since, at).strip()
        control = re.search(r"\b(?:if|for|while|switch|catch|constexpr) ?\(\)$|(?:^|\W)(?:else|do|try)$", shape)
        if TYPE.search(shape):
            return Frame("type", at)
        if control or (not shape and around.kind in ("code", "type")):
            return Frame("code", at, fixed=around.fixed, returns=around.returns)
        if LAMBDA.search(shape):
            return Frame("code", at, fixed=around.fixed, returns=written(re.search(r"\)\s*->(.*)$", shape, re.S), "auto"))
        if FUNCTION.search(shape):
            return Frame("code", at, fixed=around.fixed or bool(re.search(r"\bconste(?:xpr|val)\b", shape)),
                         returns=written(SIGNATURE.search(shape), "void"))
        return Frame("value", at)

    def makes(self, begin, end, new):
        """Is this change one of the mutants?"""
        for mutant in self.mutants(begin, end):
            for plain in mutant.plain:
                first, last = min(begin, plain[0][0]), max(end, plain[-1][1])
                if bare(edited(self.text, plain, first, last)) == bare(edited(self.text, [(begin, end, new)], first, last)):
                    return True
        return False

    def find(self, pattern, begin, end):
        """Where it stands outside of all brackets that begin there."""
        at, pattern = begin, re.compile(pattern)
        while (match := pattern.search(self.code, at, end)):
            bracket = self.bracket(at, match.start())
            if bracket is None:
                return match
            at = self.ends[bracket] + 1
        return None

    def bracket(self, begin, end):
        """The first there, if its end is known."""
        while (match := OPENING.search(self.code, begin, end)):
            if match.start() in self.ends:
                return match.start()
            begin = match.end()
        return None

    def split(self, pattern, begin, end):
        """The pieces between: pairs of begin and end."""
        pieces = []
        while (match := self.find(pattern, begin, end)):
            pieces.append((begin, match.start()))
            begin = match.end()
        return pieces + [(begin, end)]

    def inside(self, begin, end):
        """The brackets there that hold no statements: pairs of begin and end."""
        while (at := self.bracket(begin, end)) is not None:
            if self.kinds[at] != "code":
                yield at + 1, self.ends[at]
            begin = self.ends[at] + 1

    def head(self, at):
        """The word of an if, a for or a while, and its parentheses."""
        match = re.compile(r"(if|for|while) (?=\()").match(self.code, at)
        return (match[1], match.end(), self.ends[match.end()]) if match and match.end() in self.ends else None

    def end_of(self, at):
        """Behind a statement."""
        at = re.compile(r"\s*").match(self.code, at).end()
        if self.code.startswith("{", at):
            return self.ends.get(at, at) + 1
        head = self.head(at)
        if not head:
            ends = self.find(";", at, len(self.code))
            return ends.end() if ends else len(self.code)
        end = self.end_of(head[2] + 1)
        other = re.compile(r"\s*else\b").match(self.code, end)
        return self.end_of(other.end()) if other else end

    # --- forms ---

    def mutants(self, begin=0, end=None):
        """Of statements that reach into what stands between."""
        end = len(self.code) if end is None else end
        for at, body, returns in self.starts:
            if at < end and begin < self.end_of(at) and not FIXED.match(self.code, at):
                yield from self.of_statement(at, body, returns)

    def of_statement(self, at, body, returns):
        head = self.head(at)
        end = head[2] + 1 if head else self.end_of(at)
        was = self.text[at:end]
        seen = {bare(was)}
        for mutant in self.of_head(at, body, *head) if head else self.of_simple(at, end, body, returns):
            told = "" if mutant.plain[0][0][1] > end else edited(self.text, mutant.plain[0], at, end)
            if bare(told) in seen:
                continue
            seen.add(bare(told))
            mutant.line, mutant.last = (bisect.bisect(self.lines, place) for place in (mutant.edits[0][0], mutant.edits[-1][1]))
            mutant.was, mutant.told = (" ".join(words.split()) or "(nothing)" for words in (was, told))
            yield mutant

    def of_head(self, at, body, word, open, close):
        whole = self.end_of(at)
        if word != "if":
            if not body and self.code[close + 1] != ";" and not ENDLESS.match(self.code, open, close + 1):
                yield Mutant([(at, at, "if (!MUTANT) ")], [[(at, whole, "")]])
            for piece in self.split(";", open + 1, close):
                yield from self.booleans(*piece)
            return
        begin, end = self.split(";", open + 1, close)[-1]
        other = self.find(r"\belse\b", self.end_of(close + 1), whole)
        without = [(at, other.end() if other else whole, "")]
        taken = [(at, close + 1, "")] + ([(other.start(), whole, "")] if other else [])
        declared = re.compile(r"\s*[\w:<>,*& ]+ [*&]?(\w+) = ").match(self.code, begin, end)
        if declared:
            yield Mutant([(end, end, f"; !MUTANT && {declared[1]}")], [[(begin, end, "false")], without])
            return
        for old, new, plain in self.constants(begin, end):
            yield Mutant(new, [plain, without if old == "false" else taken])
        yield from self.booleans(begin, end)
        yield from self.swaps(begin, end)

    def of_simple(self, at, end, body, returns):
        last = end - 1
        shape = self.shape(at, last)
        if GONE.match(shape) and not IDLE.search(shape):
            yield self.switched(at, end, body, "!", "")
        if self.code.startswith("return", at):
            yield from self.of_return(at, end, body, returns)
            return
        assigns = self.find(ASSIGNS, at, last)
        if not assigns:
            for piece in self.inside(at, last):
                for part in self.split(r",\s", *piece):
                    yield from self.booleans(*part)
            return
        another = self.find(r",\s*[*&]?\w+ = ", assigns.end(), last)
        part = assigns.end(), another.start() if another else last
        if self.boolean(*part) or re.match(r"(?:static )?(?:const )?bool\s", self.code[at:last]):
            for _, new, plain in self.constants(*part):
                yield Mutant(new, [plain])
        yield from self.booleans(*part)
        yield from self.swaps(*part)

    def of_return(self, at, end, body, returns):
        begin, last = at + len("return "), end - 1
        said = self.code[begin:last].strip()
        if not said:
            return
        if re.search(r"\bbool$", returns) or self.boolean(begin, last):
            for _, new, plain in self.constants(begin, last):
                yield Mutant(new, [plain])
        elif not NOTHING.match(said) and not NEVER_EMPTY.search(returns):
            mutant = self.switched(at, end, body, "", "return {}; ")
            mutant.plain = [[(begin, last, nothing)] for nothing in NOTHINGS]
            yield mutant
        yield from self.booleans(begin, last)
        yield from self.swaps(begin, last)

    def switched(self, at, end, body, sign, instead):
        """A statement behind a switch; as the only one of a body it needs braces."""
        brace, closed = ("{ ", [(end, end, " }")]) if body else ("", [])
        return Mutant([(at, at, f"{brace}if ({sign}MUTANT) {instead}"), *closed], [[(at, end, "")]])

    def shape(self, begin, end):
        """A statement whose brackets are empty."""
        shape = ""
        while (at := self.bracket(begin, end)) is not None:
            shape += self.code[begin:at + 1]
            begin = self.ends[at]
        return shape + self.code[begin:end]

    def boolean(self, begin, end):
        """Is it true or false, as far as its operators tell?"""
        code = self.code[begin:end].strip()
        compares = self.find(r"\s(?:<|>|<=|>=|==|!=|&&|\|\|)\s", begin, end)
        return not self.find(r"\s\?\s", begin, end) and bool(code.startswith("!") or compares) and not re.match("true$|false$", code)

    def constants(self, begin, end, values=("true", "false")):
        """Edits that make a condition always true, or always false."""
        while self.code[begin].isspace():
            begin += 1
        if re.match("(?:true|false)$", self.code[begin:end]) or self.find(r"\s=\s", begin, end):
            return
        for value in values:
            switch = "(MUTANT || (" if value == "true" else "(!MUTANT && ("
            yield value, [(begin, begin, switch), (end, end, "))")], [(begin, end, value)]

    def booleans(self, begin, end):
        """One side of && or || gone, one branch of ?: taken always."""
        choice = self.find(r"\s\?\s", begin, end)
        if choice:
            other = self.branches(choice.end(), end)
            if not other:
                return
            for value, new, plain in self.constants(begin, choice.start()):
                branch = (choice.end(), other.start()) if value == "true" else (other.end(), end)
                yield Mutant(new, [[(begin, end, self.text[branch[0]:branch[1]])], plain])
            for part in (begin, choice.start()), (choice.end(), other.start()), (other.end(), end):
                yield from self.booleans(*part)
            return
        for sign, value in ((r"\s\|\|\s", "false"), (r"\s&&\s", "true")):
            sides = self.split(sign, begin, end)
            for index, side in enumerate(sides if len(sides) > 1 else ()):
                gone = (sides[index - 1][1], side[1], "") if index else (side[0], sides[1][0], "")
                for _, new, plain in self.constants(*side, [value]):
                    yield Mutant(new, [[gone], plain])
                yield from self.booleans(*side)
            if len(sides) > 1:
                return
        for piece in self.inside(begin, end):
            for part in self.split(r",\s", *piece):
                yield from self.booleans(*part)

    def branches(self, begin, end):
        """The colon of the question mark before."""
        depth = 0
        for match in self.each(r"\s[?:]\s", begin, end):
            depth += 1 if "?" in match[0] else -1
            if depth < 0:
                return match
        return None

    def each(self, pattern, begin, end):
        while (match := self.find(pattern, begin, end)):
            yield match
            begin = match.end()

    def swaps(self, begin, end):
        """Another operator, or a number one higher."""
        code, text = self.code[begin:end], self.text[begin:end]
        if re.search(r"[\"{}]|\s=\s", code) or "//" in text:
            return
        places = [(place.span(), new) for old, new in SWAPS for place in old.finditer(code)]
        places += [(place.span(), str(int(place[1]) + 1)) for place in re.finditer(r"(?<![\w.'])(\d+)(?![\w.'])", code)]
        for (first, last), new in places:
            other = " ".join((text[:first] + new + text[last:]).split())
            yield Mutant([(begin, begin, f"MUTANT ? ({other}) : ("), (end, end, ")")], [[(begin + first, begin + last, new)]])
